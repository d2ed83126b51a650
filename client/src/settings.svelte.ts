import { ownPieces } from './board/figures';
import { defaults, restored, type Kept } from './kept';
import { words } from './words/index.svelte';

const KEY = 'catchmate.settings';

function load(): Kept {
  const otherwise = defaults(navigator.languages);
  try {
    return restored(localStorage.getItem(KEY), otherwise);
  } catch {
    // A browser may forbid storage.
    return otherwise;
  }
}

/** What this browser's user has chosen. */
export const settings = $state<Kept>(load());

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const motion = $state({ reduced: stillness.matches });
stillness.addEventListener('change', () => (motion.reduced = stillness.matches));

/** Whether pieces glide; whoever asked his system for less motion sees none. */
export function moving(): boolean {
  return settings.animation && !motion.reduced;
}

const drawn = new CSSStyleSheet();
document.adoptedStyleSheets.push(drawn);

/** Keeps the settings, and shows them on the page. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.dataset.pieces = settings.pieces;
  root.dataset.motion = moving() ? 'usual' : 'none';
  drawn.replaceSync(ownPieces(words().letters));
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then nothing is kept.
  }
}

export function isDark(): boolean {
  return settings.theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : settings.theme === 'dark';
}
