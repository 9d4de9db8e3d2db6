import { useEffect, useState } from 'react';
import { type ChatConfig, getChatConfig } from '../api/chatApi';

/** The operator's settings of the chat; null where there is no chat, undefined until that is known. */
export function useChatConfig(): ChatConfig | null | undefined {
  const [config, setConfig] = useState<ChatConfig | null>();
  useEffect(() => {
    let isCurrent = true;
    getChatConfig().then(({ data }) => {
      if (isCurrent) setConfig(data?.isOn ? data : null);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return config;
}
