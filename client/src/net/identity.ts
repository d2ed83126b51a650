/**
 * Who one is. Each tab has a token of its own, so that one person can try all four seats; the last one is remembered
 * for the next tab, and so is the name.
 */
const TOKEN = 'catchmate.token';
const NAME = 'catchmate.name';

function read(store: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[store].getItem(key);
  } catch {
    return null; // A browser may forbid storage; then nothing is remembered.
  }
}

function write(store: 'localStorage' | 'sessionStorage', key: string, value: string | null): void {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, value);
  } catch {
    // As above.
  }
}

export const identity = {
  token(): string | null {
    return read('sessionStorage', TOKEN) ?? read('localStorage', TOKEN);
  },
  keep(token: string, name: string): void {
    write('sessionStorage', TOKEN, token);
    write('localStorage', TOKEN, token);
    write('localStorage', NAME, name);
  },
  /** A token that the server does not know any more, or that somebody else is to replace. */
  forget(): void {
    if (read('localStorage', TOKEN) === this.token()) write('localStorage', TOKEN, null);
    write('sessionStorage', TOKEN, null);
  },
  /** In this tab only: the next `hello` makes a new player. */
  someoneElse(): void {
    write('localStorage', TOKEN, null);
    write('sessionStorage', TOKEN, null);
  },
  name(): string {
    return read('localStorage', NAME) ?? '';
  },
};
