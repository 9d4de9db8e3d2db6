/** The reminder of the time, loaded once the player is inside. */
import { lazy } from 'react';
import { withMessages } from './lazyPart';

export const TimeReminder = lazy(withMessages(() => import('../features/limits/TimeReminder')));
