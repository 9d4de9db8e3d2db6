/** The columns of the home page on a desktop, for the page and for its placeholders. */
export const COLUMNS =
  'lg:grid lg:grid-cols-[minmax(0,1fr)_17.5rem] lg:gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]';
export const MAIN_COLUMN = 'min-w-0 space-y-4';
export const SIDE_COLUMN = 'flex min-w-0 flex-col gap-4';
