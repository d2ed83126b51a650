import type { Words } from '../words/en';

/** A move of the record as a voice says it: `Nxf3+` is "knight takes f3, check". */
export function spoken(san: string, t: Words): string {
  const s = t.spoken;
  const end = san.endsWith('#') ? `, ${s.mate}` : san.endsWith('+') ? `, ${s.check}` : '';
  const move = san.replace(/[+#]+$/, '');
  if (/^O-O-O/.test(move)) return s.long + end;
  if (/^O-O/.test(move)) return s.short + end;
  const found = /^([KQRBNP]?)(@?)([a-h]?[1-8]?)(x?)([a-h][1-8])$/.exec(move);
  if (!found) return san;
  const [, kind, at, origin, takes, square] = found;
  const name = t.pieces[(kind || 'P') as keyof Words['pieces']];
  const sentence = at ? s.drops : takes ? s.takes : s.moves;
  return sentence.replace('{piece}', origin ? `${name} ${origin}` : name).replace('{square}', square ?? '') + end;
}
