import { buildWhenChanged } from './site.ts';

/** Builds the portal unless `portal/dist` was built from the same sources. @throws Error when the build fails. */
export async function buildPortalWhenChanged(say: (line: string) => void): Promise<void> {
  await buildWhenChanged('portal', say);
}
