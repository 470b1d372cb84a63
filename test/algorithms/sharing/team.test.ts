import { describe, expect, it } from 'vitest';
import { ThreadError } from '../../../src/base/errors.js';
import { Team, type ThreadEvents } from '../../../src/base/team.js';

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A team of one thread, and the events of its host. */
function teamOf(hear: (answer: number) => void): { readonly team: Team; readonly events: ThreadEvents } {
  const team = new Team('audit');
  let events: ThreadEvents | undefined;
  team.start((given) => {
    events = given;
    return { post: () => undefined, end: () => undefined };
  }, isNumber, hear); // prettier-ignore
  return { team, events: events! };
}

describe('a team of threads', () => {
  it.each([
    [{ kind: 'failed', error: { name: 'Error', message: 'no memory' } }, 'no memory'],
    [{ kind: 'failed', error: { name: 'Error', message: '', fields: {} } }, ''],
    [{ kind: 'failed', error: { name: 'Error', message: 'x', fields: 1 } }, 'a thread of the audit sent a message that is not an answer'],
    [{ kind: 'failed', error: { name: 'Error' } }, 'a thread of the audit sent a message that is not an answer'],
    [{ kind: 'failed', error: { message: 'x' } }, 'a thread of the audit sent a message that is not an answer'],
    [{ kind: 'failed' }, 'a thread of the audit sent a message that is not an answer'],
    [null, 'a thread of the audit sent a message that is not an answer'],
  ])('fails by a message that is no answer, not in the host that brings it: %j', async (message, expected) => {
    const { team, events } = teamOf(() => undefined);
    team.check();
    const waiting = team.wait(60_000);
    events.message(message);
    await waiting;
    expect(() => team.check()).toThrow(expect.objectContaining({ message: expected }));
  }); // prettier-ignore

  it('fails by the first error, and hears nothing of a thread that it ended', () => {
    const heard: number[] = [];
    const { team, events } = teamOf((answer) => {
      heard.push(answer);
      if (answer > 1) throw new Error(`no room for ${answer}`);
    });
    events.message(1);
    team.check();
    events.message(2);
    events.failure(new Error('out of memory'));
    expect(() => team.check()).toThrow('no room for 2');
    team.end();
    events.message(3);
    expect(heard).toEqual([1, 2]);
    const { team: other, events: ofOther } = teamOf(() => undefined);
    ofOther.failure(new Error('out of memory'));
    expect(() => other.check()).toThrow(new ThreadError('a thread of the audit died: out of memory'));
  });
});
