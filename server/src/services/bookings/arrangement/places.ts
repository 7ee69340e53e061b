import { sql } from 'kysely';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Named = { id: string; nameEn: string; nameZh: string };

/** The cities of a booking's office with the venues in use there: what an arrangement may name. @throws Refusal NOT_FOUND */
export async function placesFor(
  staff: StaffActor,
  bookingId: string,
): Promise<{ cities: (Named & { venues: Named[] })[] }> {
  return await reading(async (tx) => {
    const { rows: bookings } = await sql<{ officeId: string }>`
      select office_id as "officeId" from booking
      where id = ${bookingId} and restricted_at is null and ${inOffices(staff, 'booking.office_id')}`.execute(tx);
    const officeId = bookings[0]?.officeId ?? refuse('NOT_FOUND');
    const { rows: cities } = await sql<Named>`
      select id, name_en as "nameEn", name_zh as "nameZh" from city
      where office_id = ${officeId} and status = 'Active' order by name_en`.execute(tx);
    const { rows: venues } = await sql<Named & { cityId: string }>`
      select venue.id, venue.city_id as "cityId", en.display_name as "nameEn", coalesce(zh.display_name, en.display_name) as "nameZh"
      from venue
      join city on city.id = venue.city_id and city.office_id = ${officeId}
      join venue_name en on en.venue_id = venue.id and en.language = 'en'
      left join venue_name zh on zh.venue_id = venue.id and zh.language = 'zh'
      where venue.status = 'Active'
      order by en.display_name`.execute(tx);
    const inCity = Map.groupBy(venues, (venue) => venue.cityId);
    const named = ({ id, nameEn, nameZh }: Named) => ({ id, nameEn, nameZh });
    return { cities: cities.map((city) => ({ ...city, venues: (inCity.get(city.id) ?? []).map(named) })) };
  });
}

/** The products that offices of the reader arrange, and those offices: choices of filters and forms. */
export async function bookingChoices(
  staff: StaffActor,
): Promise<{ products: (Named & { officeIds: string[] })[]; offices: Named[] }> {
  return await reading(async (tx) => {
    const { rows: products } = await sql<Named & { officeIds: string[] }>`
      select product.id, product.name_en as "nameEn", product.name_zh as "nameZh",
        array_agg(place.office_id::text order by place.office_id) as "officeIds"
      from product join product_office place on place.product_id = product.id
      where product.category = 'Booking' and ${inOffices(staff, 'place.office_id')}
      group by product.id order by product.name_en, product.id`.execute(tx);
    const { rows: offices } = await sql<Named>`
      select distinct office.id, office.name_en as "nameEn", office.name_zh as "nameZh"
      from office join product_office place on place.office_id = office.id
      join product on product.id = place.product_id and product.category = 'Booking'
      where ${inOffices(staff, 'office.id')}
      order by office.name_en`.execute(tx);
    return { products, offices };
  });
}
