import { useState } from 'react';
import { Money } from '../../ui/display/Money';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { Tabs } from '../../ui/display/Tabs';
import type { PreviewItem } from '../api/settingsApi';
import { useNameOf, useSupportText } from '../intl/text';

type Language = 'th' | 'la' | 'en';

const LANGUAGES: { value: Language; label: string }[] = [
  { value: 'th', label: 'ไทย' },
  { value: 'la', label: 'ລາວ' },
  { value: 'en', label: 'English' },
];

function Fact({ fact }: { fact: PreviewItem['facts'][number] }) {
  const nameOf = useNameOf();
  return (
    <li className="flex justify-between gap-4">
      <span>{nameOf('support.preview', fact.name)}</span>
      <span className="tabular font-medium">
        {fact.currency ? (
          <Money amount={fact.value} currency={fact.currency} alwaysShown />
        ) : (
          fact.value
        )}
      </span>
    </li>
  );
}

function Item({ item, language }: { item: PreviewItem; language: Language }) {
  const text = (texts: { th: string; la: string; en: string }) => texts[language] || texts.th;
  return (
    <li className="overflow-hidden rounded-control border border-line bg-surface">
      {item.image && <img src={item.image} alt="" className="max-h-40 w-full object-contain" />}
      <div className="space-y-1 p-3 text-sm">
        {item.title && <p className="font-semibold">{text(item.title)}</p>}
        {item.html.map((html) => (
          <SafeHtml key={html.th} html={text(html)} />
        ))}
        <ul className="space-y-0.5">
          {item.facts.map((fact) => (
            <Fact key={`${fact.name} ${fact.value} ${fact.currency}`} fact={fact} />
          ))}
        </ul>
      </div>
    </li>
  );
}

/** What players see, in a phone's width and in their language. */
export function Preview({ items }: { items: readonly PreviewItem[] }) {
  const t = useSupportText();
  const [language, setLanguage] = useState<Language>('th');
  return (
    <section className="max-w-sm space-y-3">
      <h2 className="font-semibold">{t('support.settings.preview')}</h2>
      <Tabs
        label={t('support.settings.preview')}
        tabs={LANGUAGES}
        value={language}
        onChange={setLanguage}
      >
        <ul
          lang={language === 'la' ? 'lo' : language}
          className="mt-3 space-y-3 rounded-card border border-line bg-sunken p-3"
        >
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: each check draws another list.
            <Item key={at} item={item} language={language} />
          ))}
        </ul>
      </Tabs>
    </section>
  );
}
