import type { Locator } from 'playwright-core';

/** Types a moment, `yyyy-mm-ddTHH:mm`, into the day and the time of the console's field with this name. */
export async function fillMoment(
  place: { getByRole: Locator['getByRole'] },
  name: string,
  moment: string,
): Promise<void> {
  const [day = '', time = ''] = moment.split('T');
  const field = place.getByRole('group', { name, exact: true }).first();
  await field.getByLabel(/^(?:Day|日期)$/).fill(day);
  await field.getByLabel(/^(?:Time|时间)$/).fill(time);
}
