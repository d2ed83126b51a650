import type { Language } from './words/index.svelte';

const KEY = 'catchmate.settings';

interface Kept {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
}

function spoken(): Language {
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => ['de', 'fr', 'en'].includes(one));
  return (known as Language | undefined) ?? 'en';
}

function load(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

/** What this browser's user has chosen. */
export const settings = $state<Kept>({ language: spoken(), theme: 'auto', sound: true, ...load() });

/** Keeps the settings, and shows them on the page. */
export function applySettings(): void {
  document.documentElement.lang = settings.language;
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser may forbid storage; then nothing is kept.
  }
}

export function isDark(): boolean {
  return settings.theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : settings.theme === 'dark';
}
