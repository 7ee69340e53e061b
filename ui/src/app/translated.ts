/**
 * A browser's translator wraps the texts of a page in elements of its own (`<font>`). React then looks for a text where it no longer is, and the page
 * ends in an error. Here such a text goes with its wrapper, and what belongs before it is put before the wrapper. Imported for its effect by the fields
 * of forms, so that pages to read go without it.
 */
function surviveTranslation(): void {
  const { insertBefore, removeChild } = Object.getOwnPropertyDescriptors(Node.prototype);
  Node.prototype.removeChild = function removeWithWrapper<T extends Node>(this: Node, child: T): T {
    const own = childWith(this, child);
    if (own !== null) removeChild.value?.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function insertBeforeWrapper<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    insertBefore.value?.call(this, node, childWith(this, before));
    return node;
  };
}

/** The child of `parent` that is this node, or has it inside; null where it is nowhere in it. */
function childWith(parent: Node, node: Node | null): Node | null {
  for (let found = node; found !== null; found = found.parentNode) if (found.parentNode === parent) return found;
  return null;
}

// Pages that are written ahead are drawn where there is no document.
if (typeof Node === 'function') surviveTranslation();
