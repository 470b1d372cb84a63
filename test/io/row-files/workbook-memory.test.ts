import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, start } from '../../hosts/command/run-cli.js';
import { inTurn } from '../../shared.js';
import { makeXlsx, withSheet } from './make-xlsx.js';

const folder = makeFolder();
/** Prints the largest memory that the process had, in KiB, when it ends: maxRSS begins with that of the process that starts it. */
const watch = ['--import', 'data:text/javascript,import fs from "fs";process.on("exit",()=>fs.writeSync(2,fs.readFileSync("/proc/self/status","utf8")))']; // prettier-ignore

/** MiB that a process of its own took to look at a workbook, and the code of its end. */
async function look(name: string, bytes: Uint8Array): Promise<{ code: number | null; peak: number }> {
  writeFileSync(join(folder.path, name), bytes);
  const { child, ended } = start(['inspect', name], folder.path, watch);
  child.stdin?.end();
  const { code, stderr } = await ended;
  const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(stderr)?.[1]) / 1024;
  return { code, peak };
}

it.runIf(process.platform === 'linux')('a workbook that unpacks to 80 MB takes no more memory than a small one, whatever its archive says', async () => {
  const small = await look('small.xlsx', makeXlsx({ People: [['age'], [31], [32]] }));
  expect(small.code).toBe(0);
  const honest = Buffer.from(withSheet(' '.repeat(80_000_000)));
  const lying = Buffer.from(honest);
  // The last entry of the directory is that of the sheet.
  const entry = honest.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
  const size = honest.subarray(entry + 24, entry + 28);
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 1)) lying.writeUInt32LE(100, at);
  for (const [name, bytes] of inTurn([['honest.xlsx', honest], ['lying.xlsx', lying]] as const, 2)) {
    const { code, peak } = await look(name, bytes);
    expect(code).toBe(3);
    expect(peak).toBeLessThan(small.peak + 30);
  }
}); // prettier-ignore
