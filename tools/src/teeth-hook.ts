import { plantHere } from './teeth-plugin.ts';

plantHere();
