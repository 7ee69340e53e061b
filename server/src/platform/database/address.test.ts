import { describe, expect, it } from 'vitest';
import { readAddress } from '#platform/database/address';

describe('the address of the database', () => {
  it('may name several hosts, as libpq takes them [F6]', () => {
    expect(
      readAddress('postgresql://me:p%40ss@one:5433,two,[::1]:5434/examport?target_session_attrs=read-write&ssl=1'),
    ).toEqual({
      single: 'postgresql://me:p%40ss@one:5433/examport?ssl=1',
      places: [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
        { host: '::1', port: 5434 },
      ],
    });
  });

  it('may be one host, or a directory of sockets', () => {
    expect(readAddress('postgres://db.example.cn/examport')?.places).toEqual([{ host: 'db.example.cn', port: 5432 }]);
    expect(readAddress('postgresql://me@localhost/examport?host=%2Ftmp%2Fs')?.single).toBe(
      'postgresql://me@localhost/examport?host=%2Ftmp%2Fs',
    );
    expect(readAddress('postgresql://me@%2Ftmp%2Fa,%2Ftmp%2Fb/examport')?.places[1]).toEqual({
      host: '/tmp/b',
      port: 5432,
    });
  });

  it.each([
    'mysql://one/examport',
    'one:5432',
    'postgresql://one:5432,two:99999/examport',
    'postgresql://one:5432,two:x/examport',
    'postgresql://one,two/examport?target_session_attrs=standby',
  ])('%s is none', (url) => {
    expect(readAddress(url)).toBe(null);
  });
});
