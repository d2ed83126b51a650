import type { Role } from '@lichess-org/chessground/types';
import type { Colour } from '../state/seats';
import type { Words } from '../words/en';

type Kind = keyof Words['letters'];

const KINDS: Record<Kind, Role> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

/** Each kind in a square of 48, told apart by its outline alone. */
const OUTLINES: Record<Kind, string> = {
  P: 'M24 13a7 7 0 0 1 4.5 12.4L33 36h3v5H12v-5h3l4.5-10.6A7 7 0 0 1 24 13z',
  N: 'M15 41v-6c0-6 6-8 6-13l-7 5-5-4 8-11 4-5 2 4c9 0 14 7 14 17v13z',
  B: 'M24 5l3 4c5 4 9 9 9 14 0 5-3 8-6 9l1 4h5v5H12v-5h5l1-4c-3-1-6-4-6-9 0-5 4-10 9-14z',
  R: 'M11 8h6v5h4V8h6v5h4V8h6v11l-4 3v13h4v6H11v-6h4V22l-4-3z',
  Q: 'M24 5l5 13 6-10 1 12 8-7-6 22v6H10v-6L4 13l8 7 1-12 6 10z',
  K: 'M21.5 4h5v4.5H31v5h-4.5V18c8-5 15-1 15 5 0 5-4 8-6 12v6h-23v-6c-2-4-6-7-6-12 0-6 7-10 15-5v-4.5H17v-5h4.5z',
};

const INKS: Record<Colour, { fill: string; line: string; sign: string }> = {
  white: { fill: '#fffdf4', line: '#1c1c1c', sign: '#1c1c1c' },
  black: { fill: '#23282b', line: '#f4efe0', sign: '#fffdf4' },
};

function disc(kind: Kind, letter: string, colour: Colour): string {
  const { fill, line, sign } = INKS[colour];
  const royal = kind === 'K' || kind === 'Q';
  const radius = kind === 'P' ? 14.5 : 20;
  const size = kind === 'P' ? 18 : 25;
  const ring = royal ? `<circle cx="24" cy="24" r="16.8" fill="none" stroke="${sign}" stroke-width="${kind === 'K' ? 2.2 : 1}"/>` : '';
  const rim = `<circle cx="24" cy="24" r="${radius + 1.6}" fill="${colour === 'white' ? '#1c1c1c' : '#0c0e0f'}"/>`;
  return `${rim}<circle cx="24" cy="24" r="${radius}" fill="${fill}" stroke="${line}" stroke-width="1.4"/>${ring}<text x="24" y="${24 + size * 0.36}" font-family="system-ui,Segoe UI,Roboto,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="${sign}">${letter}</text>`;
}

function block(kind: Kind, colour: Colour): string {
  const { fill, line } = INKS[colour];
  const outer = colour === 'white' ? '' : `<path d="${OUTLINES[kind]}" fill="#0c0e0f" stroke="#0c0e0f" stroke-width="4.5" stroke-linejoin="round"/>`;
  return `${outer}<path d="${OUTLINES[kind]}" fill="${fill}" stroke="${line}" stroke-width="2" stroke-linejoin="round"/>`;
}

function rule(set: string, kind: Kind, colour: Colour, inside: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${inside}</svg>`;
  const piece = `piece.${KINDS[kind]}.${colour}`;
  // A sample in the settings shows its own set, whichever the page has.
  return `:root[data-pieces=${set}] .cg-wrap:not(.sample *) ${piece},.sample[data-pieces=${set}] .cg-wrap ${piece}{background-image:url("data:image/svg+xml,${encodeURIComponent(svg)}")}`;
}

/** The style sheet of the piece sets that are drawn here: discs with a language's letters, and plain blocks. */
export function ownPieces(letters: Words['letters']): string {
  const kinds = Object.keys(KINDS) as Kind[];
  return (['white', 'black'] as const)
    .flatMap((colour) => kinds.flatMap((kind) => [rule('letters', kind, colour, disc(kind, letters[kind], colour)), rule('blocks', kind, colour, block(kind, colour))]))
    .join('\n');
}
