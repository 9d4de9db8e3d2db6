import { describe, expect, it } from 'vitest';
import { faultOf, readFilter, wireFilter, withoutAutomatic, writeFilter } from './filter';

const PLAYER = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const read = (text: string) => readFilter(new URLSearchParams(text));

describe('the filters of the trail', () => {
  it('come back from the address as they went there', () => {
    const asked = read(`staff=${PLAYER}&act=search&player=${PLAYER}&from=2026-11-01&q=%25a_b`);
    expect(read(new URLSearchParams(writeFilter(asked)).toString())).toEqual(asked);
    expect(asked.q).toBe('%a_b');
  });

  it('are days in Bangkok for people and moments for the gateway', () => {
    expect(wireFilter(read('act=all&from=2026-11-01&to=2026-11-01'))).toEqual({
      from: '2026-10-31T17:00:00.000Z',
      to: '2026-11-01T17:00:00.000Z',
    });
  });

  it('leave out what nobody can have chosen', () => {
    expect(wireFilter(read('staff=x&act=everything&from=yesterday&to=2026-99-99'))).toEqual({
      act: 'decision',
    });
  });

  it('begin with decisions, which the address does not name', () => {
    expect(wireFilter(read(''))).toEqual({ act: 'decision' });
    expect(writeFilter(read('act=decision'))).toEqual({});
    expect(wireFilter(read('act=all'))).toEqual({});
    expect(writeFilter(read('act=all'))).toEqual({ act: 'all' });
  });

  it('name a player who is none, and a period that ends before it begins', () => {
    expect(faultOf('player', read('player=somchai'))).toBe('player');
    expect(faultOf('player', read(`player=${PLAYER}`))).toBeNull();
    expect(faultOf('to', read('from=2026-11-02&to=2026-11-01'))).toBe('day');
    expect(faultOf('to', read('from=2026-11-01&to=2026-11-01'))).toBeNull();
  });

  it('leave out the caller’s own readings of the trail, and nobody else’s', () => {
    const [own, other] = [{ id: 'me' }, { id: 'you' }];
    const acts = [
      { kind: 'read acts', by: own },
      { kind: 'read acts/state', by: own },
      { kind: 'read acts', by: other },
      { kind: 'read actsomething', by: own },
      { kind: 'look', by: own },
      { kind: 'staff.add', by: null },
    ];
    expect(withoutAutomatic(acts, 'me')).toEqual(acts.slice(2));
  });

  it('leave out what anybody’s console does by itself, and nothing that was asked for', () => {
    const [own, other] = [{ id: 'me' }, { id: 'you' }];
    const acts = [
      { kind: 'read waiting', by: own },
      { kind: 'post ticket', by: own },
      { kind: 'socket.open', by: other },
      { kind: 'socket.join', by: other },
      { kind: 'read waiting', by: other },
      { kind: 'read conversations', by: other },
      { kind: 'read waiting', by: other, problem: 'the hash is another one' },
      { kind: 'read conversations/{id}', by: other },
      { kind: 'read work', by: own },
      { kind: 'post logout', by: own },
    ];
    expect(withoutAutomatic(acts, 'me')).toEqual(acts.slice(6));
  });
});
