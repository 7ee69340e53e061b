// @vitest-environment jsdom
import { permissionsOf, roleNames } from '@exam/contract/staff/permissions';
import { describe, expect, it } from 'vitest';
import { frameWords } from './messages/frame.ts';
import { type Path, paths } from './paths.ts';
import { routeOf } from './routes.tsx';
import { open, useDesk } from './testing/screen.tsx';

const desk = useDesk();
const neededFor = (path: Path) => routeOf(path)?.permission;

/** Whether the page says that it is for somebody else. */
async function isShut(path: Path): Promise<boolean> {
  const { notAllowed } = await frameWords.load('zh');
  const page = await open(desk(), path, 'zh', { choice: 0, rows: 1 });
  return page.textContent.includes(notAllowed.title);
}

describe.each(roleNames)('what %s may see', (role) => {
  const rights = permissionsOf([role]);
  const own = paths.filter((path) => {
    const needed = neededFor(path);
    return needed === undefined || rights.has(needed);
  });

  it.each(own)('%s is shown, and asks for nothing that the role has no right to', async (path) => {
    desk().rights = rights;

    expect(await isShut(path)).toBe(false);
    expect(desk().overstepped).toEqual([]);
  });
});

describe('who holds no right', () => {
  it.each(paths.filter((path) => neededFor(path) !== undefined))('is shown nothing of %s', async (path) => {
    desk().rights = new Set();

    expect(await isShut(path)).toBe(true);
    expect(desk().overstepped).toEqual([]);
  });
});
