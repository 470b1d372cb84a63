/** What went wrong, told at once. */
export function ErrorText({ text }: { readonly text: string }) {
  return (
    <p class="error" role="alert">
      {text}
    </p>
  );
}
