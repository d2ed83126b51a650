// Puts a compressed copy beside each file of the built client, so that the server need not compress.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
for (const name of await readdir(dist, { recursive: true })) {
  if (!/\.(html|js|css|svg)$/.test(name)) continue;
  const file = new URL(name.replaceAll('\\', '/'), dist);
  await writeFile(new URL(`${file.href}.gz`), gzipSync(await readFile(file), { level: 9 }));
}
