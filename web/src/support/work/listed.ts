import type { WorkItem } from '../api/workApi';

/** An item that is read by itself, and how the list of what waits has it. */
export interface ReviewOf {
  id: string;
  listed: WorkItem | undefined;
}

/**
 * The list is live: it knows first when somebody asks for a second person, or takes that back, and who has
 * the item open. To read the item again instead would ask the bank each time.
 */
export function asListed(item: WorkItem, listed: WorkItem | undefined): WorkItem {
  return listed ? { ...item, waiting: listed.waiting, claim: listed.claim } : item;
}
