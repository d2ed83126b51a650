// Writes src/wire/types.ts from the server's schema, so that a change of the protocol breaks the build.
// `npm run types -- http://127.0.0.1:8080` first fetches the schema from a running server.
import { readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const file = new URL('../src/wire/schema.json', import.meta.url);
const server = process.argv[2];
if (server) {
  const answer = await fetch(new URL('/api/schema.json', server));
  if (!answer.ok) throw new Error(`${server} answers ${answer.status}`);
  await writeFile(file, JSON.stringify(await answer.json(), null, 1) + '\n');
}
const schema = JSON.parse(await readFile(file, 'utf8'));
// What /api answers is no message, and would be left out.
schema.anyOf = Object.keys(schema.definitions).map((name) => ({ $ref: `#/definitions/${name}` }));
const text = await compile(schema, 'Wire', {
  bannerComment: '// Made from schema.json by `npm run types`; not to be edited.',
  additionalProperties: false,
});
await writeFile(new URL('../src/wire/types.ts', import.meta.url), text);
