import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { firstFiles, longestFiles } from './suites.ts';

const placeIn = (files: readonly string[], { moduleId }: TestSpecification): number => {
  const place = files.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place < 0 ? files.length : place;
};

/**
 * One queue over the projects of a phase: what has to come first, what is known to take long, and then one project after the other, each the longest
 * file first as far as anything is known of it (in a fresh clone: the largest). So what is short comes last and no worker is left alone with a long
 * file. Files of one project that follow each other share what is loaded. `TEST_ORDER`, a seed, draws another order within each project of all but what has to come first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['TEST_ORDER'];
    const drawn = ({ project, moduleId }: TestSpecification) =>
      seed === undefined ? '' : project.name + createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const begun = seed === undefined ? [...firstFiles, ...longestFiles] : firstFiles;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeIn(begun, a) - placeIn(begun, b) || drawn(a).localeCompare(drawn(b)));
  }
}
