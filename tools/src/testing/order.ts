import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What looks at the demonstration as it was loaded comes before the journeys, which write into it. */
const first = ['console-screens.test.ts', 'screens.test.ts'];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = first.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? first.length : place;
};

/**
 * One queue over the projects of a phase, one project after the other, each the longest file first, so that what is short comes last and no worker
 * is left alone with a long file. Files of one project that follow each other share what is loaded. Pages of the untouched demonstrations come
 * before all. `TEST_ORDER`, a seed, draws another order within each project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['TEST_ORDER'];
    const drawn = ({ project, moduleId }: TestSpecification) =>
      seed === undefined ? '' : project.name + createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || drawn(a).localeCompare(drawn(b)));
  }
}
