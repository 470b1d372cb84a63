/** An error, announced at once. */
export function ErrorText({ text }: { readonly text: string }) {
  return (
    <p class="error" role="alert">
      {text}
    </p>
  );
}
