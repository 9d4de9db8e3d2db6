import type { ComponentType } from 'react';
import { actions } from './actions';
import { dialogs } from './dialogs';
import { fields } from './fields';
import { figures } from './figures';
import { waiting } from './waiting';

/** The page of each part, by the part's name. */
export type Pages = Record<string, ComponentType>;

export const PAGES: Pages = { ...actions, ...fields, ...figures, ...waiting, ...dialogs };
