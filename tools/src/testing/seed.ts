import { configureGlobal } from 'fast-check';

/**
 * Properties draw the same cases in every run, so that a build can be repeated; `PROPERTY_SEED=<number>` draws others.
 * A failed property prints its seed.
 */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_120) });
