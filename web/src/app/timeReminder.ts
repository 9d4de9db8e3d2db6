/** The reminder of the time, loaded once the player is inside. */
import { lazyPart } from '../ui/feedback/lazyPart';

export const TimeReminder = lazyPart(() => import('../features/limits/TimeReminder'));
