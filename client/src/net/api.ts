import type { AddressList, ArchivePage, MatchList, Persons, PersonStatistics, Replay, SnapshotMessage } from '../wire/types';
import { identity } from './identity';

/** What `/api` answers with when it cannot: the status and a sentence for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function request(path: string, token: string | null): Promise<Response> {
  const answer = await fetch(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  // The token may be from another evening; then the answer is that for anybody.
  if (answer.status === 401 && token) return request(path, null);
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as { error?: string };
  throw new Problem(answer.status, body.error ?? answer.statusText);
}

async function get<T>(path: string): Promise<T> {
  return (await (await request(path, identity.token())).json()) as T;
}

export const api = {
  matches: () => get<MatchList>('/api/matches'),
  snapshot: (id: string) =>
    request(`/api/matches/${encodeURIComponent(id)}`, null).then((answer) => answer.json() as Promise<SnapshotMessage>),
  addresses: () => get<AddressList>('/api/addresses'),
  archive: (query: URLSearchParams) => get<ArchivePage>(`/api/archive?${query}`),
  replay: (id: string) => get<Replay>(`/api/archive/${encodeURIComponent(id)}`),
  persons: (query: URLSearchParams) => get<Persons>(`/api/persons?${query}`),
  person: (id: string) => get<PersonStatistics>(`/api/persons/${encodeURIComponent(id)}`),
  /** Saves a record; players may have it before spectators do. */
  async download(path: string, name: string): Promise<void> {
    const answer = await request(path, identity.token());
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  },
};
