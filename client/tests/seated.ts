import type { Seat } from '../src/wire/types';
import { take, word, type Clerk, type Sitting } from './clerk';
import { House, Visitor } from './house';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** White has a knight and a pawn in hand. */
export const HANDS = 'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR[NPnp] w KQkq - 0 3';
/** Black takes a knight with his next move, which his partner gets. */
export const GIFT = '4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1';
/** In check, and only a drop helps. */
export const NEEDY = '4k3/8/8/8/8/8/5PPP/r5K1[N] w - - 0 1';

/** A page in the place of one of the four. */
export async function sit(house: House, sitting: Sitting, seat: Seat, locale = 'en', prepare?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
  const visitor = await Visitor.come(house, 1366, 768, locale);
  await prepare?.(visitor);
  await take(visitor, sitting, seat);
  await visitor.page.locator('.own cg-board piece').first().waitFor();
  return visitor;
}

/** Makes a move for somebody who has no page, or leaves it alone. */
export const move = (clerk: Clerk, { id, tokens }: Sitting, seat: Seat, uci: string) => clerk.say(tokens[seat], { type: 'move', match: id, move: uci });

/** How many moves the server knows on that seat's board. */
export const ply = async (house: House, { id, tokens }: Sitting, seat: Seat) => (await word(house, id, tokens[seat])).boards[seat[0] as 'A']?.ply;

/** The messages of a type that a page has received. */
export const received = (visitor: Visitor, type: string) => visitor.frames.filter((frame) => JSON.parse(frame).type === type);

/** Chooses in the settings, as by hand. */
export async function choose(visitor: Visitor, ...choices: string[]): Promise<void> {
  await visitor.page.click('[data-settings]');
  for (const choice of choices) await visitor.page.click(`.option:has([data-choice=${choice}])`);
  await visitor.page.keyboard.press('Escape');
  await visitor.page.locator('[data-dialog]').waitFor({ state: 'detached' });
}
