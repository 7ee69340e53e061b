import { plantHere } from './plugin.ts';

plantHere();
