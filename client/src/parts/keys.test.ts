import { expect, test } from 'vitest';
import { command, PHRASES } from './keys';

const press = (key: string, more: Partial<Parameters<typeof command>[0]> = {}) =>
  command({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test('digits arm a piece, on a French keyboard too', () => {
  expect(press('1')).toEqual({ do: 'arm', letter: 'P' });
  expect(press('5')).toEqual({ do: 'arm', letter: 'Q' });
  expect(press('&', { code: 'Digit1' })).toEqual({ do: 'arm', letter: 'P' });
  expect(press('1', { code: 'Digit1', shiftKey: true })).toEqual({ do: 'arm', letter: 'P' });
  expect(press('!', { code: 'Digit1', shiftKey: true })).toBeNull();
  expect(press('6')).toBeNull();
});

test('each phrase has a key of its own, and no command shares it', () => {
  const said = PHRASES.map(({ key }) => press(key.toLowerCase()));
  expect(said).toEqual(PHRASES.map(({ phrase }) => ({ do: 'say', phrase })));
  expect(new Set(PHRASES.map(({ key }) => key)).size).toBe(12);
});

test('what belongs to the browser is left alone', () => {
  expect(press('f', { ctrlKey: true })).toBeNull();
  expect(press('r', { metaKey: true })).toBeNull();
  expect(press('d', { altKey: true })).toBeNull();
  expect(press('Tab')).toBeNull();
  expect(press('?', { shiftKey: true })).toEqual({ do: 'help' });
  expect(press('F')).toEqual({ do: 'claim' });
});
