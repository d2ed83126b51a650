import { describe, expect, test } from 'vitest';
import { defaults, restored } from './kept';

describe('settings', () => {
  const usual = defaults(['it-CH', 'fr-CH', 'en']);

  test('speak the first language of the browser that is known', () => {
    expect(usual.language).toBe('fr');
    expect(defaults(['it']).language).toBe('en');
  });

  test('come back as they were kept', () => {
    const chosen = { ...usual, board: 'sea' as const, volume: 0, confirm: true };
    expect(restored(JSON.stringify(chosen), usual)).toEqual(chosen);
  });

  test('of an older or a broken text are as by default where they make no sense', () => {
    expect(restored('{"board":"gone","volume":900,"sound":"loud","coordinates":false,"more":1}', usual)).toEqual({ ...usual, coordinates: false });
    for (const text of [null, '', '{', 'null', '[]', '7']) expect(restored(text, usual)).toEqual(usual);
  });
});
