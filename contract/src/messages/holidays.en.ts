/** The statutory holidays by their English names. */
export const holidays = {
  NewYear: 'New Year’s Day',
  SpringFestival: 'Spring Festival',
  Qingming: 'Tomb-Sweeping Day',
  LabourDay: 'Labour Day',
  DragonBoat: 'Dragon Boat Festival',
  MidAutumn: 'Mid-Autumn Festival',
  NationalDay: 'National Day',
};
