import { expect, it } from 'vitest';
import { paths } from './paths.ts';
import { routeOf } from './routes.tsx';

it.each(paths)('has a page at %s', (path) => {
  expect(routeOf(path.replaceAll(/:\w+/g, 'x'))?.path).toBe(path);
});
