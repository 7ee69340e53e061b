import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What looks at the demonstration as it was loaded comes before the journeys, which write into it. */
const first = ['console-screens.test.ts', 'screens.test.ts'];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = first.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? first.length : place;
};

/** The files of the browser in one order on every machine: pages of the untouched demonstration first, then by name. */
export class SteadyOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (files.every(({ project }) => project.name !== 'browser')) return await super.sort(files);
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || a.moduleId.localeCompare(b.moduleId));
  }
}
