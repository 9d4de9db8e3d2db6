import { useLocale } from '../../intl/locale';
import { Button } from '../../ui/display/Button';
import { Disclosure } from '../../ui/display/Disclosure';
import { IconButton } from '../../ui/display/IconButton';
import type { SectionName } from '../api/settingsApi';
import { useNameOf, useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import {
  addable,
  fieldsOf,
  isLine,
  isNameOfFile,
  isOfFile,
  isTable,
  isText,
  type Json,
  type JsonTable,
  keyOf,
  MARKS,
  moved,
  nameOfTable,
  type Path,
} from './document';
import { Leaf, TextInLanguages } from './Leaf';

export interface Editing {
  section: SectionName;
  isReadOnly: boolean;
  /** What is wrong, by key. */
  mistakes: ReadonlyMap<string, string>;
  set: (path: Path, value: Json | undefined) => void;
}

interface PartProps<T extends Json> {
  value: T;
  path: Path;
  editing: Editing;
}

/** What is wrong with a part as a whole. */
function Fault({ path, editing }: { path: Path; editing: Editing }) {
  const what = editing.mistakes.get(keyOf(path));
  return what ? <p className="text-sm text-negative">{what}</p> : null;
}

function AddKeys({ value, path, editing }: PartProps<JsonTable>) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const keys = Object.entries(addable(editing.section, path, value));
  if (editing.isReadOnly || keys.length === 0) return null;
  return (
    <div className="col-span-full flex flex-wrap gap-2">
      {keys.map(([key, first]) => (
        <Button key={key} tone="quiet" onClick={() => editing.set([...path, key], first)}>
          {t('support.settings.addKey', { name: nameOf('support.setting', key) })}
        </Button>
      ))}
    </div>
  );
}

function Table({ value, path, editing }: PartProps<JsonTable>) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <Fault path={path} editing={editing} />
      {fieldsOf(value).map(([key, item]) => (
        <div key={key} className={isLine(item) ? undefined : 'col-span-full'}>
          <Part value={item} path={[...path, key]} editing={editing} />
        </div>
      ))}
      <AddKeys value={value} path={path} editing={editing} />
    </div>
  );
}

interface ItemProps extends PartProps<Json> {
  list: readonly Json[];
  at: number;
  label: string;
}

/** What is not as usual with a table, seen while it is folded. */
function Marks({ value }: { value: Json }) {
  const t = useSupportText();
  if (!isTable(value)) return null;
  const marks = MARKS.filter(([key, unusual]) => value[key] === unusual);
  return marks.map(([key, , words]) => (
    <Chip key={key} tone="caution">
      {t(`support.settings.mark.${words}`)}
    </Chip>
  ));
}

/** One table of a list; folded, because there are many. */
function Item({ value, list, at, path, label, editing }: ItemProps) {
  const t = useSupportText();
  const locale = useLocale();
  const own = [...path, at];
  const name = (isTable(value) && nameOfTable(value, locale)) || `${label} ${at + 1}`;
  const key = keyOf(own);
  const hasFault = [...editing.mistakes.keys()].some((wrong) => wrong.startsWith(key));
  const isFixed = isOfFile(path);
  const act = (next: Json) => () => editing.set(path, next);
  return (
    <li className="rounded-control border border-line px-4 py-1">
      <Disclosure
        title={
          <>
            <span className={hasFault ? 'text-negative' : undefined}>{name}</span>
            <Marks value={value} />
          </>
        }
        open={hasFault || undefined}
      >
        <div className="space-y-4 pt-1 pb-3">
          <Part value={value} path={own} editing={editing} isItem />
          {!editing.isReadOnly && (
            <div className="flex flex-wrap gap-1">
              <IconButton
                icon="chevronDown"
                className="rotate-180"
                label={t('support.settings.up', { name })}
                disabled={at === 0}
                onClick={act(moved(list, at, -1))}
              />
              <IconButton
                icon="chevronDown"
                label={t('support.settings.down', { name })}
                disabled={at === list.length - 1}
                onClick={act(moved(list, at, 1))}
              />
              {!isFixed && (
                <>
                  <Button tone="quiet" icon="copy" onClick={act([...list, value])}>
                    {t('support.settings.addCopy')}
                  </Button>
                  <Button tone="quiet" onClick={() => editing.set(own, undefined)}>
                    {t('support.settings.remove', { name })}
                  </Button>
                </>
              )}
            </div>
          )}
        </div>
      </Disclosure>
    </li>
  );
}

function List({ value, path, editing }: PartProps<Json[]>) {
  const t = useSupportText();
  const label = useNameOf()('support.setting', String(path.at(-1)));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      <Fault path={path} editing={editing} />
      <ul className="space-y-2">
        {value.map((item, at) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name that stays.
            key={at}
            value={item}
            list={value}
            at={at}
            path={path}
            label={label}
            editing={editing}
          />
        ))}
      </ul>
      {value.length === 0 && <p className="text-sm text-muted">{t('support.settings.none')}</p>}
    </fieldset>
  );
}

function Part({ value, path, editing, isItem = false }: PartProps<Json> & { isItem?: boolean }) {
  const key = path.findLast((step) => typeof step === 'string') ?? '';
  const label = useNameOf()('support.setting', String(key));
  const isReadOnly = editing.isReadOnly || isNameOfFile(path);
  const error = editing.mistakes.get(keyOf(path)) ?? null;
  const common = { label, error, isReadOnly };
  if (isText(value)) {
    return (
      <TextInLanguages {...common} value={value} onChange={(next) => editing.set(path, next)} />
    );
  }
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item === 'string' || typeof item === 'number');
    if (isPlain && value.length > 0) {
      return <Leaf {...common} value={value} onChange={(next) => editing.set(path, next)} />;
    }
    return <List value={value} path={path} editing={editing} />;
  }
  if (isTable(value)) {
    const table = <Table value={value} path={path} editing={editing} />;
    if (isItem) return table;
    // One of the offers: folded like the bonuses above it.
    if (path.length === 1 && editing.section === 'offers') {
      const title = (
        <>
          {label} <Marks value={value} />
        </>
      );
      return (
        <Disclosure title={title} className="rounded-control border border-line px-4 py-1">
          <div className="pt-1 pb-3">{table}</div>
        </Disclosure>
      );
    }
    return (
      <fieldset className="rounded-control border border-line p-4">
        <legend className="px-1 font-semibold">{label}</legend>
        {table}
      </fieldset>
    );
  }
  return <Leaf {...common} value={value} onChange={(next) => editing.set(path, next)} />;
}

/** All values of a section, each in a field of its kind. */
export function DocumentEditor({ value, editing }: { value: JsonTable; editing: Editing }) {
  return <Table value={value} path={[]} editing={editing} />;
}
