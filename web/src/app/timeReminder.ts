/** The time reminder, loaded once the player is logged in. */
import { lazyPart } from '../ui/feedback/lazyPart';

export const TimeReminder = lazyPart(() => import('../features/limits/TimeReminder'));
