/** What waits for staff: opened and closed by the domains whose objects it is about. The board itself is `#today`. */
export { closeItem, openItem, type NewItem, type WorkKind } from './items.ts';
