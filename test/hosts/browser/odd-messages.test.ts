import { describe, expect, it } from 'vitest';
import type { PlainError } from '../../../src/base/plain-error.js';
import { serve } from '../../../src/hosts/browser/serve.js';

interface Reply {
  readonly kind: string;
  readonly id: number;
  readonly error?: PlainError;
}

const csv = 'age,city\n31,Bonn\n32,Bonn\n33,Kiel\n34,Kiel\n';
const job = {
  attributes: { age: 'quasi-identifier' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const whole = { kind: 'anonymize', id: 1, input: csv, job, options: { engine: 'js', seed: 1 }, output: 'csv' };

/** The last answer to every message of a worker that is sent these, and then a good one. */
async function answersTo(messages: readonly unknown[]): Promise<Map<number, Reply>> {
  const answers = new Map<number, Reply>();
  let send: (event: MessageEvent) => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    serve({
      addEventListener: (_, listener) => (send = listener),
      postMessage: (message) => {
        const reply = message as Reply;
        answers.set(reply.id, reply);
        if (reply.id === 99 && reply.kind === 'done') resolve();
      },
    });
  });
  for (const data of [...messages, { ...whole, id: 99 }]) send({ data } as MessageEvent);
  await over;
  answers.delete(99);
  return answers;
}

describe('a worker', () => {
  it('passes over what is no message for it, and goes on', async () => {
    const others = [
      null,
      undefined,
      1,
      'text',
      [],
      {},
      { kind: 'list' },
      { id: 5 },
      { source: 'devtools' },
      { kind: 'list', id: 'a' },
      { kind: 'texts', id: 6 },
      { kind: 'texts', id: 6, piece: { column: '__proto__', texts: ['a'] } },
      { kind: 'texts', id: 6, piece: { column: -1, texts: ['a'] } },
    ];
    expect([...(await answersTo(others)).keys()]).toEqual([]);
  });

  it('answers a message that lacks something with what is wrong, and goes on', async () => {
    const wrong: Record<string, unknown>[] = [
      { kind: 'other' },
      { kind: 'anonymize' },
      { ...whole, options: { publicTables: 1 } },
      { ...whole, options: { publicTables: { p: null } } },
      { ...whole, options: { publicTables: { p: { kept: 'a' } } } },
      { kind: 'read', options: {} },
      { kind: 'read', input: 5, options: {} },
      { kind: 'read', input: csv },
      { kind: 'read', input: { columns: [], rows: 0 }, options: {} },
      { kind: 'inspect' },
      { kind: 'inspect', input: csv },
      { ...whole, input: null },
      { ...whole, input: {} },
      { ...whole, options: undefined },
      { ...whole, options: null },
      { ...whole, output: 'xlsx' },
      { ...whole, output: undefined },
      { ...whole, job: undefined },
      { ...whole, options: { sed: 1 } },
      { kind: 'keep', input: { rows: 1, columns: [null] } },
      { kind: 'keep', input: { rows: 1, columns: [{ name: 'a', codes: [0], texts: ['x'] }] } },
      { kind: 'call' },
      { kind: 'call', name: 5, tables: {} },
      { kind: 'call', name: 'a' },
      { kind: 'call', name: 'a', tables: { t: 1 } },
      { kind: 'call', name: 'a', tables: { t: { kept: 'a' } } },
      { kind: 'call', name: 'a', tables: {} },
    ];
    const answers = await answersTo(wrong.map((message, id) => ({ ...message, id })));
    expect(answers.size).toBe(wrong.length);
    for (const [id, { kind, error }] of answers) {
      const { code, exitCode } = (error?.fields ?? {}) as { code?: string; exitCode?: number };
      expect([id, kind, error?.name, exitCode]).toEqual([id, 'error', 'InvalidArgumentError', 2]);
      expect(code).toMatch(/^(WRONG_TYPE|UNKNOWN_OPTION|UNKNOWN_VALUE)$/);
      expect(error?.message).not.toContain('undefined');
    }
  });
});
