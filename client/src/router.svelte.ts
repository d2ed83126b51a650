import type { Seat } from './wire/types';
import { SEATS } from './state/seats';

export type Route =
  | { at: 'lobby' }
  | { at: 'table'; id: string; seat: Seat | null; key: string | null; ready: boolean }
  | { at: 'watch'; id: string }
  | { at: 'hall' }
  | { at: 'archive'; query: URLSearchParams }
  | { at: 'replay'; id: string; ply: number | null }
  | { at: 'person'; id: string }
  | { at: 'nowhere' };

/** Which page an address is. A seat's key stands behind `#`, which browsers keep to themselves. */
export function routeOf(url: URL): Route {
  const [first = '', id = '', ...rest] = url.pathname.split('/').slice(1).map(decodeURIComponent);
  if (rest.length > 0) return { at: 'nowhere' };
  if (!id) {
    if (first === '') return { at: 'lobby' };
    if (first === 'hall') return { at: 'hall' };
    if (first === 'archive') return { at: 'archive', query: url.searchParams };
    return { at: 'nowhere' };
  }
  if (first === 'watch') return { at: 'watch', id };
  if (first === 'persons') return { at: 'person', id };
  if (first === 'archive') {
    const ply = Number.parseInt(url.searchParams.get('ply') ?? '', 10);
    return { at: 'replay', id, ply: Number.isNaN(ply) ? null : ply };
  }
  if (first === 't') {
    const seat = SEATS.find((one) => one === url.searchParams.get('seat')) ?? null;
    return { at: 'table', id, seat, key: url.hash.slice(1) || null, ready: url.searchParams.has('ready') };
  }
  return { at: 'nowhere' };
}

class Router {
  route = $state.raw<Route>(routeOf(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.#read());
    // Links of our own change the page without loading it again.
    addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.pathname.startsWith('/api')) return;
      event.preventDefault();
      this.go(link.href);
    });
  }

  go(to: string): void {
    history.pushState(null, '', to);
    scrollTo(0, 0);
    this.#read();
  }

  /** Another address for the same page. */
  replace(to: string): void {
    history.replaceState(null, '', to);
  }

  /** Another page in place of this one. */
  goInstead(to: string): void {
    this.replace(to);
    this.#read();
  }

  #read(): void {
    this.route = routeOf(new URL(location.href));
  }
}

export const router = new Router();
