/** The most rows of one export of a list. */
export const exportLimit = 5000;
