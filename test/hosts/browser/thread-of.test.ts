import { expect, it } from 'vitest';
import { threadOf } from '../../../src/hosts/browser/thread-of.js';

it('an error of a helper is reported to its starter, and goes no further: not to the worker or the page around it', () => {
  const worker = new EventTarget();
  const failures: string[] = [];
  const failure = ({ message }: Error): void => void failures.push(message);
  threadOf(worker as Worker, { message: () => undefined, failure });
  expect(worker.dispatchEvent(new Event('error', { cancelable: true }))).toBe(false);
  worker.dispatchEvent(new Event('messageerror'));
  expect(failures).toEqual(['its script cannot be loaded', 'a message cannot be read']);
});
