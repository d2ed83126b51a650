import { api } from './api';

/** Whether nobody but this machine gets to an address of that host. */
export function isOwn(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}

/**
 * The addresses to share: this page's own, or where it was opened under one that leads others to themselves, those of
 * the server on its networks.
 */
class Sharing {
  addresses = $state.raw<string[]>([location.origin]);
  /** The one to share. */
  chosen = $state(location.origin);
  #asked = false;

  /** Finds the addresses out, once. */
  learn(): void {
    if (this.#asked || !isOwn(location.hostname)) return;
    this.#asked = true;
    void api.addresses().then(
      ({ addresses }) => {
        const [first] = addresses;
        if (!first) return;
        this.addresses = addresses;
        this.chosen = first;
      },
      () => (this.#asked = false),
    );
  }
}

export const sharing = new Sharing();

/** Where the server draws the QR code of a text. */
export function qrOf(text: string): string {
  return `/api/qr.svg?text=${encodeURIComponent(text)}`;
}

/** Puts a text on the clipboard; whether that was possible. */
export async function copy(text: string): Promise<boolean> {
  // Without TLS there is no such clipboard, and what is selected must do.
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden-visually';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
