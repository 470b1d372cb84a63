import { useState } from 'preact/hooks';

interface SnippetProps {
  readonly title: string;
  readonly about: string;
  readonly text: string;
  readonly isCommand?: boolean;
  readonly children?: preact.ComponentChildren;
}

/** A text to copy, with what it is for. */
export function Snippet({ title, about, text, isCommand = false, children }: SnippetProps) {
  const [copied, setCopied] = useState('');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      <p class="facts">{about}</p>
      {children !== undefined && <p class="fields">{children}</p>}
      <pre tabIndex={0} class={isCommand ? 'command' : undefined}>
        {text}
      </pre>
      <p class="buttons">
        <button type="button" aria-label={`Copy: ${title}`} onClick={() => void copy()}>
          Copy
        </button>
        <span role="status">{copied === text && 'Copied.'}</span>
      </p>
    </section>
  );
}
