/*!
 * The page of `whistsolve board`. Built from board/page by build.mjs: change the sources, not this file.
 * It contains Preact:
 *
 * The MIT License (MIT)
 *
 * Copyright (c) 2015-present Jason Miller
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all
 * copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 * SOFTWARE.
 */

// node_modules/preact/src/constants.js
var MODE_HYDRATE = 1 << 5;
var MODE_SUSPENDED = 1 << 7;
var INSERT_VNODE = 1 << 2;
var MATCHED = 1 << 1;
var REF_DETACHED = 1 << 3;
var COMPONENT_PROCESSING_EXCEPTION = 1 << 0;
var COMPONENT_PENDING_ERROR = 1 << 1;
var COMPONENT_FORCE = 1 << 2;
var COMPONENT_DIRTY = 1 << 3;
var RESET_MODE = ~(MODE_HYDRATE | MODE_SUSPENDED);
var SVG_NAMESPACE = "http://www.w3.org/2000/svg";
var XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
var MATH_NAMESPACE = "http://www.w3.org/1998/Math/MathML";
var NULL = null;
var UNDEFINED = void 0;
var VNODE_MARKER = /* @__PURE__ */ Symbol.for("pv");
var EMPTY_OBJ = (
  /** @type {any} */
  {}
);
var EMPTY_ARR = [];
var MATHML_TOKEN_ELEMENTS = /^m(i|n|o|s|text|space)$/;
var LIS_CANDIDATE = 1 << 4;

// node_modules/preact/src/util.js
var isArray = Array.isArray;
var slice = EMPTY_ARR.slice;
var assign = Object.assign;
function removeNode(node) {
  if (node && node.parentNode) node.remove();
}

// node_modules/preact/src/diff/catch-error.js
function _catchError(error, vnode, oldVNode, errorInfo) {
  let component, ctor, handled;
  for (; vnode = vnode._parent; ) {
    if ((component = vnode._component) && !(component._bits & COMPONENT_PROCESSING_EXCEPTION)) {
      component._bits |= COMPONENT_FORCE;
      try {
        ctor = component.constructor;
        if (handled = ctor && ctor.getDerivedStateFromError) {
          component.setState(ctor.getDerivedStateFromError(error));
        }
        if (component.componentDidCatch) {
          component.componentDidCatch(error, errorInfo || {});
          handled = 1;
        }
        if (handled && component._bits & COMPONENT_DIRTY) {
          component._bits |= COMPONENT_PENDING_ERROR;
          return;
        }
      } catch (e) {
        error = e;
      }
    }
  }
  resetRenderCount();
  throw error;
}

// node_modules/preact/src/options.js
var options = {
  _catchError
};
var options_default = options;

// node_modules/preact/src/create-element.js
var vnodeId = 0;
function createVNode(type, props, key, ref, original) {
  const vnode = {
    type,
    props,
    key,
    ref,
    _children: NULL,
    _parent: NULL,
    _depth: 0,
    _dom: NULL,
    _component: NULL,
    constructor: VNODE_MARKER,
    _original: original || ++vnodeId,
    _index: -1,
    _flags: 0
  };
  if (!original && options_default.vnode) options_default.vnode(vnode);
  return vnode;
}
function Fragment(props) {
  return props.children;
}

// node_modules/preact/src/component.js
function BaseComponent(props, context) {
  this.props = props;
  this.context = context;
  this._bits = 0;
}
BaseComponent.prototype.setState = function(update, callback) {
  let s = this._nextState;
  if (!s || s == this.state) {
    s = this._nextState = assign({}, this.state);
  }
  if (typeof update == "function") {
    update = update(assign({}, s), this.props);
  }
  if (update) {
    assign(s, update);
  } else {
    return;
  }
  if (this._vnode) {
    if (callback) {
      this._stateCallbacks.push(callback);
    }
    enqueueRender(this);
  }
};
BaseComponent.prototype.forceUpdate = function(callback) {
  if (this._vnode) {
    this._bits |= COMPONENT_FORCE;
    if (callback) this._renderCallbacks.push(callback);
    enqueueRender(this);
  }
};
BaseComponent.prototype.render = Fragment;
function getDomSibling(vnode, childIndex) {
  if (childIndex == NULL) {
    return vnode._parent && getDomSibling(vnode._parent, vnode._index + 1);
  }
  let sibling;
  for (; childIndex < vnode._children.length; childIndex++) {
    sibling = vnode._children[childIndex];
    if (sibling && sibling._dom) {
      return sibling._dom;
    }
  }
  return typeof vnode.type == "function" && !vnode.props._parentDom ? getDomSibling(vnode) : NULL;
}
function renderComponent(component) {
  const oldVNode = component._vnode, oldDom = oldVNode._dom, commitQueue = [], refQueue = [];
  const parentDom = component._parentDom;
  if (parentDom) {
    const newVNode = assign({ constructor: VNODE_MARKER }, oldVNode);
    newVNode._original = oldVNode._original + 1;
    if (options_default.vnode) options_default.vnode(newVNode);
    diff(
      parentDom,
      newVNode,
      oldVNode,
      component._globalContext,
      parentDom.namespaceURI,
      oldVNode._flags & MODE_HYDRATE ? [oldDom] : NULL,
      commitQueue,
      oldDom || getDomSibling(oldVNode),
      oldVNode._flags & MODE_HYDRATE,
      refQueue
    );
    newVNode._original = oldVNode._original;
    newVNode._parent._children[newVNode._index] = newVNode;
    commitRoot(commitQueue, newVNode, refQueue);
    oldVNode._parent = oldVNode._dom = NULL;
    if (newVNode._dom != oldDom) {
      updateParentDomPointers(newVNode);
    }
  }
}
function updateParentDomPointers(vnode) {
  if ((vnode = vnode._parent) && vnode._component && !vnode.props._parentDom) {
    vnode._dom = NULL;
    vnode._children.some((child) => child && (vnode._dom = child._dom));
    return updateParentDomPointers(vnode);
  }
}
var rerenderQueue = [];
var prevDebounce;
var rerenderCount = 0;
function resetRenderCount() {
  rerenderCount = 0;
}
function enqueueRender(c) {
  if (!(c._bits & COMPONENT_DIRTY) && (c._bits |= COMPONENT_DIRTY, rerenderQueue.push(c), !rerenderCount++) || prevDebounce != options_default.debounceRendering) {
    prevDebounce = options_default.debounceRendering;
    (prevDebounce || queueMicrotask)(process);
  }
}
var depthSort = (a, b) => a._vnode._depth - b._vnode._depth;
function process() {
  try {
    let c, l = 1;
    while (rerenderQueue.length) {
      if (rerenderQueue.length > l) {
        rerenderQueue.sort(depthSort);
      }
      c = rerenderQueue.shift();
      l = rerenderQueue.length;
      if (c._bits & COMPONENT_DIRTY) {
        renderComponent(c);
      }
    }
  } finally {
    if (rerenderCount = rerenderQueue.length) {
      (prevDebounce || queueMicrotask)(process);
    }
  }
}

// node_modules/preact/src/diff/children.js
function diffChildren(parentDom, renderResult, newParentVNode, oldParentVNode, globalContext, namespace, excessDomChildren, commitQueue, oldDom, isHydrating, refQueue) {
  let i2, oldVNode, childVNode, newDom, firstChildDom;
  let oldChildren = oldParentVNode._children || EMPTY_ARR;
  let newChildrenLength = renderResult.length;
  oldDom = constructNewChildrenArray(
    newParentVNode,
    renderResult,
    oldChildren,
    oldDom,
    newChildrenLength
  );
  for (i2 = 0; i2 < newChildrenLength; i2++) {
    childVNode = newParentVNode._children[i2];
    if (childVNode == NULL) continue;
    oldVNode = ~childVNode._index && oldChildren[childVNode._index] || EMPTY_OBJ;
    childVNode._index = i2;
    let result = diff(
      parentDom,
      childVNode,
      oldVNode,
      globalContext,
      namespace,
      excessDomChildren,
      commitQueue,
      oldDom,
      isHydrating,
      refQueue
    );
    newDom = childVNode._dom;
    if (oldVNode.ref != childVNode.ref || oldVNode._flags & REF_DETACHED) {
      if (oldVNode.ref) applyRef(oldVNode.ref, NULL, childVNode, oldVNode);
      if (childVNode.ref) {
        refQueue.push(
          childVNode.ref,
          childVNode._component || newDom,
          childVNode
        );
      }
    }
    firstChildDom = firstChildDom || newDom;
    if (childVNode._flags & INSERT_VNODE) {
      oldDom = insert(childVNode, oldDom, parentDom, !oldVNode._original);
      if (oldVNode._dom) {
        oldVNode._dom = NULL;
      }
    } else if (typeof childVNode.type == "function" && result !== UNDEFINED) {
      oldDom = result;
    } else if (newDom) {
      oldDom = newDom.nextSibling;
    }
    childVNode._flags &= ~(INSERT_VNODE | LIS_CANDIDATE);
  }
  newParentVNode._dom = firstChildDom;
  return oldDom;
}
function constructNewChildrenArray(newParentVNode, renderResult, oldChildren, oldDom, newChildrenLength) {
  let i2;
  let childVNode;
  let oldVNode;
  let oldChildrenLength = oldChildren.length, remainingOldChildren = oldChildrenLength;
  let skew = 0;
  let moved = 0;
  let newChildren = newParentVNode._children = Array(newChildrenLength);
  for (i2 = 0; i2 < newChildrenLength; i2++) {
    childVNode = renderResult[i2];
    if (childVNode == NULL || typeof childVNode == "boolean" || typeof childVNode == "function") {
      newChildren[i2] = NULL;
      continue;
    } else if (typeof childVNode != "object" || childVNode.constructor === String) {
      childVNode = newChildren[i2] = createVNode(NULL, childVNode);
    } else if (isArray(childVNode)) {
      childVNode = newChildren[i2] = createVNode(Fragment, {
        children: childVNode
      });
    } else if (childVNode.constructor === VNODE_MARKER && childVNode._depth) {
      childVNode = newChildren[i2] = createVNode(
        childVNode.type,
        childVNode.props,
        childVNode.key,
        childVNode.ref,
        childVNode._original
      );
    } else {
      newChildren[i2] = childVNode;
    }
    const skewedIndex = i2 + skew;
    childVNode._parent = newParentVNode;
    childVNode._depth = newParentVNode._depth + 1;
    const matchingIndex = childVNode._index = findMatchingIndex(
      childVNode,
      oldChildren,
      skewedIndex,
      remainingOldChildren
    );
    oldVNode = NULL;
    if (~matchingIndex) {
      oldVNode = oldChildren[matchingIndex];
      remainingOldChildren--;
      if (oldVNode) {
        oldVNode._flags |= MATCHED;
      }
    }
    if (!oldVNode || !oldVNode._original) {
      if (!~matchingIndex) {
        if (newChildrenLength > oldChildrenLength) {
          skew--;
        } else if (newChildrenLength < oldChildrenLength) {
          skew++;
        }
      }
      if (typeof childVNode.type != "function") {
        childVNode._flags |= INSERT_VNODE;
      }
    } else {
      childVNode._flags |= LIS_CANDIDATE;
      if (matchingIndex == skewedIndex - 1) {
        skew--;
      } else if (matchingIndex == skewedIndex + 1) {
        skew++;
      } else if (matchingIndex != skewedIndex) {
        if (matchingIndex > skewedIndex) {
          skew--;
        } else {
          skew++;
        }
        moved = 1;
      }
    }
  }
  if (moved) {
    let tails = [];
    let lisLengths = [];
    for (i2 = 0; i2 < newChildrenLength; i2++) {
      childVNode = newChildren[i2];
      if (childVNode && childVNode._flags & LIS_CANDIDATE) {
        skew = 0;
        let hi = tails.length;
        while (skew < hi) {
          const mid = skew + hi >> 1;
          if (tails[mid] < childVNode._index) {
            skew = mid + 1;
          } else {
            hi = mid;
          }
        }
        tails[skew] = childVNode._index;
        lisLengths[i2] = skew + 1;
      }
    }
    skew = tails.length;
    while (i2--) {
      if (lisLengths[i2]) {
        if (lisLengths[i2] == skew) {
          skew--;
        } else {
          newChildren[i2]._flags |= INSERT_VNODE;
        }
      }
    }
  }
  if (remainingOldChildren) {
    for (i2 = 0; i2 < oldChildrenLength; i2++) {
      oldVNode = oldChildren[i2];
      if (oldVNode && !(oldVNode._flags & MATCHED)) {
        if (oldVNode._dom == oldDom) {
          oldDom = getDomSibling(oldVNode);
        }
        unmount(oldVNode, oldVNode);
      }
    }
  }
  return oldDom;
}
function insert(parentVNode, oldDom, parentDom, isMounting) {
  if (typeof parentVNode.type == "function") {
    if (parentVNode.props._parentDom) return oldDom;
    let children = parentVNode._children;
    if (children) {
      for (let i2 = 0; i2 < children.length; i2++) {
        if (children[i2]) {
          children[i2]._parent = parentVNode;
          oldDom = insert(children[i2], oldDom, parentDom, false);
        }
      }
    }
    return oldDom;
  } else {
    if (oldDom && !oldDom.parentNode) {
      oldDom = getDomSibling(parentVNode);
      if (oldDom && !oldDom.parentNode) oldDom = NULL;
    }
    let dom = parentVNode._dom;
    let next = oldDom;
    while (next && next.nodeType == 8) next = next.nextSibling;
    if (dom != next) {
      if (!isMounting && parentDom.moveBefore && dom.parentNode) {
        parentDom.moveBefore(dom, oldDom);
      } else {
        parentDom.insertBefore(dom, oldDom || NULL);
      }
    }
    oldDom = dom;
  }
  while ((oldDom = oldDom && oldDom.nextSibling) && oldDom.nodeType == 8 && !oldDom.data.startsWith("$s")) ;
  return oldDom;
}
function findMatchingIndex(childVNode, oldChildren, skewedIndex, remainingOldChildren) {
  const key = childVNode.key;
  const type = childVNode.type;
  let oldVNode = oldChildren[skewedIndex];
  const matched = oldVNode && !(oldVNode._flags & MATCHED);
  let shouldSearch = (
    // (typeof type != 'function' || type === Fragment || key) &&
    // The ternary keeps this a Smi comparison; `> matched` would compare
    // number to boolean which V8 can't serve from the fast path.
    remainingOldChildren > (matched ? 1 : 0)
  );
  if (oldVNode === NULL && key == NULL || matched && key == oldVNode.key && type == oldVNode.type) {
    return skewedIndex;
  } else if (shouldSearch) {
    let x;
    for (x = skewedIndex - 1; x >= 0; x--) {
      oldVNode = oldChildren[x];
      if (oldVNode && !(oldVNode._flags & MATCHED) && key == oldVNode.key && type == oldVNode.type)
        return x;
    }
    for (x = skewedIndex + 1; x < oldChildren.length; x++) {
      oldVNode = oldChildren[x];
      if (oldVNode && !(oldVNode._flags & MATCHED) && key == oldVNode.key && type == oldVNode.type)
        return x;
    }
  }
  return -1;
}

// node_modules/preact/src/diff/props.js
var EVENT_DISPATCHED = /* @__PURE__ */ Symbol();
function setStyle(style, key, value) {
  if (value == NULL) value = "";
  if (key[0] == "-") {
    style.setProperty(key, value);
  } else {
    style[key] = value;
  }
}
var CAPTURE_REGEX = /(PointerCapture)$|Capture$/i;
var eventClock = 0;
function setProperty(dom, name, value, oldValue, namespace) {
  let useCapture;
  if (name == "style") {
    if (typeof value == "string") {
      dom.style.cssText = value;
    } else {
      if (typeof oldValue == "string") {
        dom.style.cssText = oldValue = "";
      }
      if (oldValue) {
        for (name in oldValue) {
          if (!(value && name in value)) {
            setStyle(dom.style, name);
          }
        }
      }
      if (value) {
        for (name in value) {
          if (!oldValue || value[name] != oldValue[name]) {
            setStyle(dom.style, name, value[name]);
          }
        }
      }
    }
  } else if (name[0] == "o" && name[1] == "n") {
    if (typeof value != "function") value = NULL;
    if (typeof oldValue != "function") oldValue = NULL;
    (dom._listeners || (dom._listeners = {}))[name] = value;
    if (!value || !oldValue) {
      const proxy = eventProxies[name] || (eventProxies[name] = createEventProxy(name));
      (dom._attached || (dom._attached = {}))[name] = eventClock;
      useCapture = name != (name = name.replace(CAPTURE_REGEX, "$1"));
      name = name.slice(2);
      if (name[0] < "a") name = name.toLowerCase();
      if (value) {
        dom.addEventListener(name, proxy, useCapture);
      } else {
        dom.removeEventListener(name, proxy, useCapture);
      }
    }
  } else {
    if (namespace == SVG_NAMESPACE) {
      name = name.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    } else if (name != "width" && name != "height" && name != "href" && name != "list" && name != "form" && // Default value in browsers is `-1` and an empty string is
    // cast to `0` instead
    name != "tabIndex" && name != "download" && name != "rowSpan" && name != "colSpan" && name != "role" && name != "popover" && name in dom) {
      try {
        dom[name] = value == NULL ? "" : value;
        return;
      } catch (e) {
      }
    }
    if (typeof value == "function") return;
    if (value != NULL && (value !== false || name[4] == "-")) {
      dom.setAttribute(name, name == "popover" && value == true ? "" : value);
    } else {
      dom.removeAttribute(name);
    }
  }
}
function createEventProxy(name) {
  return function(e) {
    let eventHandler = this._listeners;
    if (eventHandler) {
      eventHandler = eventHandler[name];
      if (e[EVENT_DISPATCHED] == NULL) {
        e[EVENT_DISPATCHED] = eventClock++;
      } else if (e[EVENT_DISPATCHED] < this._attached[name]) {
        return;
      }
      return eventHandler(options_default.event ? options_default.event(e) : e);
    }
  };
}
var eventProxies = {};

// node_modules/preact/src/diff/index.js
function diff(parentDom, newVNode, oldVNode, globalContext, namespace, excessDomChildren, commitQueue, oldDom, isHydrating, refQueue) {
  let tmp, resumed, newType = newVNode.type;
  if (newVNode.constructor !== VNODE_MARKER) return NULL;
  if (oldVNode._flags & MODE_SUSPENDED && // @ts-expect-error This is MODE_HYDRATE or 0
  (isHydrating = oldVNode._flags & MODE_HYDRATE, tmp = oldVNode._component._excess)) {
    newVNode._flags |= isHydrating;
    resumed = excessDomChildren = [];
    if (tmp.nodeType == 8) {
      oldDom = rangeEnd(tmp, excessDomChildren);
    } else {
      excessDomChildren.push(tmp);
    }
    oldDom = excessDomChildren[0] || oldDom;
  }
  if (tmp = options_default._diff) tmp(newVNode);
  outer: if (typeof newType == "function") {
    let oldCommitQueueLength = commitQueue.length;
    try {
      let c, oldProps, oldState, snapshot, newProps = newVNode.props;
      const isClassComponent = (tmp = newType.prototype) && tmp.render;
      tmp = newType.contextType;
      const provider = tmp && globalContext[tmp._id];
      const componentContext = tmp ? provider ? provider.props.value : tmp._defaultValue : globalContext;
      if (c = oldVNode._component) {
        newVNode._component = c;
        if (c._bits & COMPONENT_PENDING_ERROR) {
          c._bits |= COMPONENT_PROCESSING_EXCEPTION;
        }
      } else {
        if (isClassComponent) {
          newVNode._component = c = new newType(newProps, componentContext);
        } else {
          newVNode._component = c = new BaseComponent(
            newProps,
            componentContext
          );
          c.constructor = newType;
          c.render = doRender;
        }
        if (provider) provider.sub(c);
        if (!c.state) c.state = {};
        c._globalContext = globalContext;
        c._bits |= COMPONENT_DIRTY;
        c._renderCallbacks = [];
        c._stateCallbacks = [];
      }
      if (isClassComponent) {
        if (!c._nextState) c._nextState = c.state;
        if (newType.getDerivedStateFromProps) {
          if (c._nextState == c.state) {
            c._nextState = assign({}, c._nextState);
          }
          assign(
            c._nextState,
            newType.getDerivedStateFromProps(newProps, c._nextState)
          );
        }
      }
      oldProps = c.props;
      oldState = c.state;
      c._vnode = newVNode;
      if (!oldVNode._component) {
        if (isClassComponent && !newType.getDerivedStateFromProps && c.componentWillMount) {
          c.componentWillMount();
        }
        if (isClassComponent && c.componentDidMount) {
          c._renderCallbacks.push(c.componentDidMount);
        }
      } else {
        if (newProps !== oldProps && isClassComponent && !newType.getDerivedStateFromProps && c.componentWillReceiveProps) {
          c.componentWillReceiveProps(newProps, componentContext);
        }
        if (newVNode._original == oldVNode._original && !(c._bits & COMPONENT_DIRTY) || !(c._bits & COMPONENT_FORCE) && c.shouldComponentUpdate && c.shouldComponentUpdate(
          newProps,
          c._nextState,
          componentContext
        ) === false) {
          if (newVNode._original != oldVNode._original) {
            c.props = newProps;
            c.state = c._nextState;
            c._bits &= ~COMPONENT_DIRTY;
          }
          newVNode._dom = oldVNode._dom;
          newVNode._children = oldVNode._children;
          newVNode._children.some((vnode) => {
            if (vnode) vnode._parent = newVNode;
          });
          EMPTY_ARR.push.apply(c._renderCallbacks, c._stateCallbacks);
          c._stateCallbacks = [];
          if (c._renderCallbacks.length) {
            commitQueue.push(c);
          }
          oldDom = getDomSibling(oldVNode);
          break outer;
        }
        if (c.componentWillUpdate) {
          c.componentWillUpdate(newProps, c._nextState, componentContext);
        }
        if (isClassComponent && c.componentDidUpdate) {
          c._renderCallbacks.push(() => {
            c.componentDidUpdate(oldProps, oldState, snapshot);
          });
        }
      }
      c.context = componentContext;
      c.props = newProps;
      c._parentDom = parentDom;
      c._bits &= ~COMPONENT_FORCE;
      let renderHook = options_default._render, count = isClassComponent ? 25 : 0;
      do {
        c._bits &= ~COMPONENT_DIRTY;
        if (renderHook) renderHook(newVNode);
        tmp = c.render(c.props, c.state = c._nextState, c.context);
      } while (c._bits & COMPONENT_DIRTY && ++count < 25);
      if (isClassComponent) {
        EMPTY_ARR.push.apply(c._renderCallbacks, c._stateCallbacks);
        c._stateCallbacks = [];
      }
      c.state = c._nextState;
      if (c.getChildContext) {
        globalContext = assign({}, globalContext, c.getChildContext());
      }
      if (isClassComponent && oldVNode._component && c.getSnapshotBeforeUpdate) {
        snapshot = c.getSnapshotBeforeUpdate(oldProps, oldState);
      }
      const renderResult = tmp && tmp.type === Fragment && tmp.key == NULL ? tmp.props.children : tmp;
      if (newProps._parentDom) {
        tmp = oldDom;
        parentDom = newProps._parentDom;
        namespace = parentDom.namespaceURI;
        isHydrating = excessDomChildren = NULL;
        if (oldVNode.props && oldVNode.props._parentDom != parentDom) {
          oldVNode._children.some((child) => {
            if (child) unmount(child, child);
          });
          oldVNode._children = NULL;
        }
        oldDom = oldVNode._children ? getDomSibling(oldVNode, 0) : NULL;
      }
      oldDom = diffChildren(
        parentDom,
        isArray(renderResult) ? renderResult : [renderResult],
        newVNode,
        oldVNode,
        globalContext,
        namespace,
        excessDomChildren,
        commitQueue,
        oldDom,
        isHydrating,
        refQueue
      );
      if (newProps._parentDom) {
        newVNode._dom = NULL;
        oldDom = tmp;
      }
      newVNode._flags &= RESET_MODE;
      if (resumed) resumed.some(removeNode);
      if (c._renderCallbacks.length) {
        commitQueue.push(c);
      }
      if (c._bits & COMPONENT_PROCESSING_EXCEPTION) {
        c._bits &= ~(COMPONENT_PROCESSING_EXCEPTION | COMPONENT_PENDING_ERROR);
      }
    } catch (e) {
      commitQueue.length = oldCommitQueueLength;
      newVNode._original = NULL;
      if (isHydrating || excessDomChildren) {
        if (e && e.then) {
          let startMarker, end;
          newVNode._flags |= MODE_SUSPENDED | isHydrating;
          if (excessDomChildren) {
            let i2 = excessDomChildren.indexOf(oldDom || UNDEFINED), child;
            if (!~i2) i2 = excessDomChildren.length;
            while ((child = excessDomChildren[i2 - 1]) && child.nodeType == 8) {
              i2--;
            }
            for (; i2 < excessDomChildren.length; i2++) {
              if (child = excessDomChildren[i2]) {
                excessDomChildren[i2] = NULL;
                if (startMarker) {
                  if (child == end) break;
                } else if (child.nodeType != 8) {
                  break;
                } else if (child.data.startsWith("$s")) {
                  end = rangeEnd(startMarker = child);
                }
              }
            }
          }
          if (!startMarker) {
            while (oldDom && oldDom.nodeType == 8 && oldDom.nextSibling) {
              oldDom = oldDom.nextSibling;
            }
            startMarker = oldDom;
          }
          startMarker = newVNode._component._excess || (newVNode._component._excess = startMarker);
          if (tmp = rangeEnd(startMarker)) {
            newVNode._dom = startMarker;
            oldDom = tmp;
          } else newVNode._dom = oldDom;
          oldDom = oldDom && oldDom.nextSibling;
        } else if (excessDomChildren) {
          excessDomChildren.some(removeNode);
        }
      } else {
        newVNode._dom = oldVNode._dom;
      }
      if (!newVNode._children) {
        newVNode._children = oldVNode._children || [];
      }
      if (!(e && e.then)) markAsForce(newVNode);
      options_default._catchError(e, newVNode, oldVNode);
    }
  } else {
    oldDom = newVNode._dom = diffElementNodes(
      oldVNode._dom,
      newVNode,
      oldVNode,
      globalContext,
      namespace,
      excessDomChildren,
      commitQueue,
      isHydrating,
      refQueue,
      parentDom
    );
  }
  if (tmp = options_default.diffed) tmp(newVNode);
  return oldDom;
}
function rangeEnd(start, nodes) {
  if (start && start.nodeType == 8 && start.data.startsWith("$s")) {
    for (let depth = 1; start = start.nextSibling; ) {
      if (start.nodeType == 8) {
        if (start.data.startsWith("$s")) depth++;
        else if (start.data.startsWith("/$s") && !--depth) return start;
      }
      if (nodes) nodes.push(start);
    }
  }
}
function markAsForce(vnode) {
  if (vnode) {
    if (vnode._component) vnode._component._bits |= COMPONENT_FORCE;
    if (vnode._children) vnode._children.some(markAsForce);
  }
}
function commitRoot(commitQueue, root, refQueue) {
  for (let i2 = 0; i2 < refQueue.length; ) {
    applyRef(refQueue[i2++], refQueue[i2++], refQueue[i2++]);
  }
  if (options_default._commit) options_default._commit(root, commitQueue);
  commitQueue.some((c) => {
    try {
      commitQueue = c._renderCallbacks;
      c._renderCallbacks = [];
      commitQueue.some((cb) => {
        cb.call(c);
      });
    } catch (e) {
      options_default._catchError(e, c._vnode);
    }
  });
}
function diffElementNodes(dom, newVNode, oldVNode, globalContext, namespace, excessDomChildren, commitQueue, isHydrating, refQueue, parentDom) {
  let oldProps = oldVNode.props || EMPTY_OBJ;
  const newProps = newVNode.props;
  const nodeType = (
    /** @type {string} */
    newVNode.type
  );
  let i2;
  let newHtml;
  let oldHtml;
  let newChildren;
  let value;
  let inputValue;
  let checked;
  if (nodeType == "svg") namespace = SVG_NAMESPACE;
  else if (nodeType == "math") namespace = MATH_NAMESPACE;
  else if (!namespace) namespace = XHTML_NAMESPACE;
  if (excessDomChildren) {
    for (i2 = 0; i2 < excessDomChildren.length; i2++) {
      value = excessDomChildren[i2];
      if (value && (nodeType ? value.localName == nodeType : value.nodeType == 3)) {
        dom = value;
        excessDomChildren[i2] = NULL;
        break;
      }
    }
  }
  if (!dom) {
    const doc = parentDom.ownerDocument || document;
    if (!nodeType) {
      return doc.createTextNode(newProps);
    }
    dom = doc.createElementNS(
      namespace,
      nodeType,
      newProps.is ? newProps : parentDom
    );
    if (isHydrating) {
      if (options_default._hydrationMismatch)
        options_default._hydrationMismatch(newVNode, excessDomChildren);
      isHydrating = false;
    }
    excessDomChildren = NULL;
  }
  if (!nodeType) {
    if (oldProps !== newProps && (!isHydrating || dom.data != newProps)) {
      dom.data = newProps;
    }
  } else {
    parentDom = nodeType == "template" && dom.content || dom;
    excessDomChildren = nodeType == "textarea" && newProps.defaultValue != NULL ? NULL : excessDomChildren && slice.call(parentDom.childNodes);
    if (!isHydrating && excessDomChildren) {
      oldProps = {};
      for (i2 = 0; i2 < dom.attributes.length; i2++) {
        value = dom.attributes[i2];
        oldProps[value.name] = value.value;
      }
    }
    for (i2 in oldProps) {
      value = oldProps[i2];
      if (i2 == "dangerouslySetInnerHTML") {
        oldHtml = value;
      } else if (i2 != "children" && !(i2 in newProps) && !(i2 == "value" && "defaultValue" in newProps) && !(i2 == "checked" && "defaultChecked" in newProps)) {
        setProperty(dom, i2, NULL, value, namespace);
      }
    }
    for (i2 in newProps) {
      value = newProps[i2];
      if (i2 == "children") {
        newChildren = value;
      } else if (i2 == "dangerouslySetInnerHTML") {
        newHtml = value;
      } else if (i2 == "value") {
        inputValue = value;
      } else if (i2 == "checked") {
        checked = value;
      } else if ((!isHydrating || typeof value == "function") && oldProps[i2] !== value) {
        setProperty(dom, i2, value, oldProps[i2], namespace);
      }
    }
    if (newHtml) {
      if (!isHydrating && (!oldHtml || newHtml.__html != oldHtml.__html && newHtml.__html != dom.innerHTML)) {
        dom.innerHTML = newHtml.__html;
      }
      newVNode._children = [];
    } else {
      if (oldHtml) dom.textContent = "";
      if (nodeType == "foreignObject" || namespace == MATH_NAMESPACE && MATHML_TOKEN_ELEMENTS.test(nodeType)) {
        namespace = XHTML_NAMESPACE;
      }
      diffChildren(
        parentDom,
        isArray(newChildren) ? newChildren : [newChildren],
        newVNode,
        oldVNode,
        globalContext,
        namespace,
        excessDomChildren,
        commitQueue,
        excessDomChildren ? excessDomChildren[0] : oldVNode._children && getDomSibling(oldVNode, 0),
        isHydrating,
        refQueue
      );
      if (excessDomChildren) excessDomChildren.some(removeNode);
    }
    if (!isHydrating || nodeType == "textarea") {
      i2 = "value";
      if (nodeType == "progress" && inputValue == NULL) {
        dom.removeAttribute(i2);
      } else if (inputValue != UNDEFINED && // #2756 For the <progress>-element the initial value is 0,
      // despite the attribute not being present. When the attribute
      // is missing the progress bar is treated as indeterminate.
      // To fix that we'll always update it when it is 0 for progress elements
      (inputValue !== dom[i2] || nodeType == "progress" && !inputValue)) {
        setProperty(dom, i2, inputValue, oldProps[i2], namespace);
      }
      i2 = "checked";
      if (checked != UNDEFINED && checked != dom[i2]) {
        setProperty(dom, i2, checked, oldProps[i2], namespace);
      }
    }
  }
  return dom;
}
function applyRef(ref, value, vnode, owner) {
  try {
    if (typeof ref == "function") {
      if (value) value._refCleanup = ref(value) || 1;
      else if (owner && (owner = owner._component || owner._dom) && (value = owner._refCleanup)) {
        owner._refCleanup = NULL;
        if (typeof value == "function") value();
        else ref(NULL);
      }
    } else ref.current = value;
  } catch (e) {
    options_default._catchError(e, vnode);
  }
}
function unmount(vnode, parentVNode, skipRemove) {
  let r, end, nodes;
  if (options_default.unmount) options_default.unmount(vnode);
  if ((r = vnode.ref) && (!r.current || r.current == vnode._dom)) {
    applyRef(r, NULL, parentVNode, vnode);
  }
  if (r = vnode._component) {
    if (r.componentWillUnmount) {
      try {
        r.componentWillUnmount();
      } catch (e) {
        options_default._catchError(e, parentVNode);
      }
    }
    r._parentDom = r._globalContext = NULL;
  }
  if (r = vnode._children) {
    for (let i2 = 0; i2 < r.length; i2++) {
      if (r[i2]) {
        unmount(
          r[i2],
          parentVNode,
          // A portal's children live in another container, so a removed
          // host ancestor doesn't detach them; always remove them.
          typeof vnode.type == "function" ? skipRemove && !vnode.props._parentDom : true
        );
      }
    }
  }
  if (!skipRemove && (r = vnode._component) && (r = r._excess) && (end = rangeEnd(r, nodes = []))) {
    if (r == vnode._dom) nodes.some(removeNode);
    removeNode(end);
    removeNode(r);
  }
  if (!skipRemove) removeNode(vnode._dom);
  vnode._dom = vnode._component = vnode._parent = NULL;
}
function doRender(props, state, context) {
  return this.constructor(props, context);
}

// node_modules/preact/src/render.js
function render(vnode, parentDom) {
  if (options_default._root) options_default._root(vnode, parentDom);
  if (parentDom.nodeType == 9) {
    parentDom = parentDom.documentElement;
  }
  let isHydrating = vnode && vnode._flags & MODE_HYDRATE;
  let oldVNode = isHydrating ? NULL : parentDom._children;
  parentDom._children = createVNode(Fragment, { children: [vnode] });
  let commitQueue = [], refQueue = [];
  diff(
    parentDom,
    // Determine the new vnode tree and store it on the DOM element on
    // our custom `_children` property.
    parentDom._children,
    oldVNode || EMPTY_OBJ,
    EMPTY_OBJ,
    parentDom.namespaceURI,
    oldVNode ? NULL : parentDom.firstChild ? slice.call(parentDom.childNodes) : NULL,
    commitQueue,
    oldVNode ? oldVNode._dom : parentDom.firstChild,
    // @ts-expect-error we are doing a bit-wise operation so it's either 0 or true
    isHydrating,
    refQueue
  );
  commitRoot(commitQueue, parentDom._children, refQueue);
  parentDom._children.props.children = NULL;
}

// node_modules/preact/src/create-context.js
var i = 0;
function createContext(defaultValue) {
  function Context(props) {
    if (!this.getChildContext) {
      let subs = /* @__PURE__ */ new Set();
      let ctx = {};
      ctx[Context._id] = this;
      this.getChildContext = () => ctx;
      this.shouldComponentUpdate = function(_props) {
        if (this.props.value != _props.value) {
          subs.forEach((c) => {
            c._bits |= COMPONENT_FORCE;
            enqueueRender(c);
          });
        }
      };
      this.sub = (c) => {
        subs.add(c);
        let old = c.componentWillUnmount;
        c.componentWillUnmount = () => {
          subs.delete(c);
          if (old) old.call(c);
        };
      };
    }
    return props.children;
  }
  Context._id = "__cC" + i++;
  Context._defaultValue = defaultValue;
  Context.Consumer = (props, contextValue) => {
    return props.children(contextValue);
  };
  Context.Provider = Context.Consumer.contextType = Context;
  return Context;
}

// node_modules/preact/hooks/src/index.js
var ObjectIs = Object.is;
var currentIndex;
var currentComponent;
var previousComponent;
var currentHook = 0;
var afterPaintEffects = [];
var unmountCleanups = [];
var options2 = (
  /** @type {import('./internal').Options} */
  options_default
);
var oldBeforeDiff = options2._diff;
var oldBeforeRender = options2._render;
var oldAfterDiff = options2.diffed;
var oldCommit = options2._commit;
var oldBeforeUnmount = options2.unmount;
var oldRoot = options2._root;
var RAF_TIMEOUT = 35;
var prevRaf;
options2._diff = (vnode) => {
  currentComponent = null;
  if (oldBeforeDiff) oldBeforeDiff(vnode);
};
options2._root = (vnode, parentDom) => {
  if (vnode && parentDom._children && parentDom._children._mask) {
    vnode._mask = parentDom._children._mask;
  }
  if (oldRoot) oldRoot(vnode, parentDom);
};
options2._render = (vnode) => {
  if (oldBeforeRender) oldBeforeRender(vnode);
  currentComponent = vnode._component;
  currentIndex = 0;
  const hooks = currentComponent.__hooks;
  if (hooks) {
    if (previousComponent == currentComponent) {
      currentComponent._renderCallbacks = [];
    } else {
      hooks._pendingEffects.some(invokeCleanup);
      hooks._pendingEffects.some(invokeEffect);
      currentIndex = 0;
    }
    hooks._pendingEffects = [];
    hooks._list.some((hookItem) => {
      if (hookItem._nextValue) {
        hookItem._value = hookItem._nextValue;
      }
      hookItem._pendingArgs = hookItem._nextValue = void 0;
    });
  }
  previousComponent = currentComponent;
};
options2.diffed = (vnode) => {
  if (oldAfterDiff) oldAfterDiff(vnode);
  const c = vnode._component;
  if (c && c.__hooks) {
    if (c.__hooks._pendingEffects.length) afterPaint(afterPaintEffects.push(c));
    c.__hooks._list.some((hookItem) => {
      if (hookItem._pendingArgs) hookItem._args = hookItem._pendingArgs;
    });
  }
  previousComponent = currentComponent = null;
};
options2._commit = (vnode, commitQueue) => {
  commitQueue.some((component) => {
    try {
      component._renderCallbacks.some(invokeCleanup);
      component._renderCallbacks = component._renderCallbacks.filter(
        (cb) => cb._value ? invokeEffect(cb) : true
      );
    } catch (e) {
      component._renderCallbacks = [
        () => {
          throw e;
        }
      ];
    }
  });
  if (oldCommit) oldCommit(vnode, commitQueue);
};
options2.unmount = (vnode) => {
  if (oldBeforeUnmount) oldBeforeUnmount(vnode);
  const c = vnode._component;
  if (c && c.__hooks) {
    let hasErrored, errorParent;
    c.__hooks._list.some((s) => {
      try {
        if (s._passive && s._cleanup) {
          if (errorParent === void 0) {
            errorParent = vnode._parent;
            while (errorParent && !(errorParent._component && errorParent._component._parentDom)) {
              errorParent = errorParent._parent;
            }
            errorParent = errorParent && errorParent._component;
          }
          s._passive = errorParent;
          afterPaint(unmountCleanups.push(s));
        } else {
          invokeCleanup(s);
        }
      } catch (e) {
        hasErrored = e;
      }
    });
    c.__hooks = void 0;
    if (hasErrored) options2._catchError(hasErrored, c._vnode);
  }
};
function getHookState(index, type) {
  if (options2._hook) {
    options2._hook(currentComponent, index, currentHook || type);
  }
  currentHook = 0;
  const hooks = currentComponent.__hooks || (currentComponent.__hooks = {
    _list: [],
    _pendingEffects: []
  });
  if (index >= hooks._list.length) {
    hooks._list.push({});
  }
  return hooks._list[index];
}
function useState(initialState) {
  currentHook = 1;
  return useReducer(invokeOrReturn, initialState);
}
function useReducer(reducer, initialState, init) {
  const hookState = getHookState(currentIndex++, 2);
  hookState._reducer = reducer;
  if (!hookState._component) {
    hookState._value = [
      !init ? invokeOrReturn(void 0, initialState) : init(initialState),
      (action) => {
        const currentValue = (hookState._nextValue || hookState._value)[0];
        const nextValue = hookState._reducer(currentValue, action);
        if (!ObjectIs(currentValue, nextValue)) {
          hookState._nextValue = [nextValue, hookState._value[1]];
          hookState._component.setState({});
        }
      }
    ];
    hookState._component = currentComponent;
    if (!currentComponent._hasScuFromHooks) {
      currentComponent._hasScuFromHooks = true;
      const prevScu = currentComponent.shouldComponentUpdate;
      currentComponent.shouldComponentUpdate = function(p, s, c) {
        const hooks = this.__hooks;
        if (!hooks) return true;
        let updatedHook = false;
        let shouldUpdate = this.props != p;
        hooks._list.some((hookItem) => {
          if (hookItem._nextValue) {
            updatedHook = true;
            if (!ObjectIs(hookItem._value[0], hookItem._nextValue[0])) {
              shouldUpdate = true;
            }
          }
        });
        if (prevScu) {
          const result = prevScu.call(this, p, s, c);
          return updatedHook ? result || shouldUpdate : result;
        }
        return !updatedHook || shouldUpdate;
      };
    }
  }
  return hookState._value;
}
function useEffect(callback, args) {
  const state = getHookState(currentIndex++, 3);
  if (!options2._skipEffects && argsChanged(state._args, args)) {
    state._passive = true;
    state._value = callback;
    state._pendingArgs = args;
    currentComponent.__hooks._pendingEffects.push(state);
  }
}
function useLayoutEffect(callback, args) {
  const state = getHookState(currentIndex++, 4);
  if (!options2._skipEffects && argsChanged(state._args, args)) {
    state._passive = false;
    state._value = callback;
    state._pendingArgs = args;
    currentComponent._renderCallbacks.push(state);
  }
}
function useRef(initialValue) {
  currentHook = 5;
  return useMemo(() => ({ current: initialValue }), []);
}
function useMemo(factory, args) {
  const state = getHookState(currentIndex++, 7);
  if (argsChanged(state._args, args)) {
    state._value = factory();
    state._args = args;
  }
  return state._value;
}
function useContext(context) {
  const provider = currentComponent.context[context._id];
  const state = getHookState(currentIndex++, 9);
  state._context = context;
  if (!provider) return context._defaultValue;
  if (state._value == null) {
    state._value = true;
    provider.sub(currentComponent);
  }
  return provider.props.value;
}
function flushAfterPaintEffects() {
  let component;
  do {
    while (component = unmountCleanups.shift()) {
      try {
        invokeCleanup(component);
      } catch (e) {
        component = /** @type {any} */
        component._passive;
        options2._catchError(e, { _parent: component && component._vnode });
      }
    }
    while (component = afterPaintEffects.shift()) {
      const hooks = component.__hooks;
      if (!component._parentDom || !hooks) continue;
      try {
        hooks._pendingEffects.some(invokeCleanup);
        hooks._pendingEffects.some(invokeEffect);
        hooks._pendingEffects = [];
      } catch (e) {
        hooks._pendingEffects = [];
        options2._catchError(e, component._vnode);
      }
    }
  } while (unmountCleanups.length);
}
var HAS_RAF = typeof requestAnimationFrame == "function";
function afterNextFrame(callback) {
  const done = () => {
    clearTimeout(timeout);
    if (HAS_RAF) cancelAnimationFrame(raf);
    setTimeout(callback);
  };
  const timeout = setTimeout(done, RAF_TIMEOUT);
  let raf;
  if (HAS_RAF) {
    raf = requestAnimationFrame(done);
  }
}
function afterPaint(newQueueLength) {
  if (newQueueLength == 1 || prevRaf != options2.requestAnimationFrame) {
    prevRaf = options2.requestAnimationFrame;
    (prevRaf || afterNextFrame)(flushAfterPaintEffects);
  }
}
function invokeCleanup(hook) {
  const comp = currentComponent;
  let cleanup = hook._cleanup;
  if (typeof cleanup == "function") {
    hook._cleanup = void 0;
    cleanup();
  }
  currentComponent = comp;
}
function invokeEffect(hook) {
  const comp = currentComponent;
  hook._cleanup = hook._value();
  currentComponent = comp;
}
function argsChanged(oldArgs, newArgs) {
  return !oldArgs || oldArgs.length != newArgs.length || newArgs.some((arg, index) => !ObjectIs(arg, oldArgs[index]));
}
function invokeOrReturn(arg, f) {
  return typeof f == "function" ? f(arg) : f;
}

// source/contexts.ts
var ConnectionContext = createContext(null);
var BoardContext = createContext(null);
var TextsContext = createContext(null);
function useConnection() {
  return present(useContext(ConnectionContext));
}
function useBoard() {
  return present(useContext(BoardContext));
}
function useTexts() {
  return present(useContext(TextsContext));
}
function present(value) {
  if (value === null) throw new Error("a component outside the page");
  return value;
}

// source/connection.ts
var QuestionError = class extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
    this.name = "QuestionError";
  }
  kind;
};
var SHORTEST_WAIT = 250;
var LONGEST_WAIT = 8e3;
var Connection = class {
  constructor(address) {
    this.address = address;
    this.open();
  }
  address;
  socket = null;
  lastId = 0;
  wait = SHORTEST_WAIT;
  state = "connecting";
  pending = /* @__PURE__ */ new Map();
  watchers = /* @__PURE__ */ new Set();
  /** Ask; an answer's parts go to `onPart` as they come. */
  ask(question, onPart = () => void 0) {
    const id = ++this.lastId;
    const promise = new Promise((resolve, reject) => {
      const text = JSON.stringify({ id, ...question });
      this.pending.set(id, { text, onPart, resolve, reject });
      this.send(text);
    });
    return { promise, cancel: () => this.cancel(id) };
  }
  /** Call back with the state of the connection, now and whenever it changes. */
  watch(callback) {
    this.watchers.add(callback);
    callback(this.state);
    return () => this.watchers.delete(callback);
  }
  cancel(id) {
    const question = this.pending.get(id);
    if (question === void 0) return;
    this.pending.delete(id);
    this.send(JSON.stringify({ cancel: id }));
    question.reject(new QuestionError("Cancelled", ""));
  }
  send(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }
  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.become("open");
      for (const question of this.pending.values()) socket.send(question.text);
    });
    socket.addEventListener("message", (event) => this.receive(String(event.data)));
    socket.addEventListener("close", () => {
      this.become("lost");
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }
  become(state) {
    this.state = state;
    for (const watcher of this.watchers) watcher(state);
  }
  receive(text) {
    this.wait = SHORTEST_WAIT;
    const message = JSON.parse(text);
    if (!("id" in message)) {
      console.error("whistsolve board:", message.error.message);
      return;
    }
    const question = this.pending.get(message.id);
    if (question === void 0) return;
    if ("part" in message) {
      question.onPart(message.part);
      return;
    }
    this.pending.delete(message.id);
    if ("done" in message) question.resolve(message.done);
    else question.reject(failed("error" in message ? message.error : { kind: "Cancelled", message: "" }));
  }
};
function failed({ kind, message }) {
  return new QuestionError(kind, message);
}
function socketAddress(page) {
  const address = new URL("ws", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

// source/answers.ts
var LEAST_INTERVAL = 75;
var NOTHING = { parts: null, done: null, error: null, waiting: false };
function useAnswer(question, gather3 = lastPart) {
  const connection = useConnection();
  const key = question === null ? null : JSON.stringify(question);
  const [answer, setAnswer] = useState({
    key: null,
    value: NOTHING
  });
  const lastAsked = useRef(-LEAST_INTERVAL);
  useEffect(() => {
    if (question === null) return void 0;
    let parts = null;
    let ended = false;
    let frame = 0;
    let cancel = () => {
    };
    const show = (value) => setAnswer({ key, value: { ...NOTHING, parts, ...value } });
    const start = () => {
      lastAsked.current = performance.now();
      const asked = connection.ask(question, (part) => {
        parts = gather3(parts, part);
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          if (!ended) show({ waiting: true });
        });
      });
      cancel = asked.cancel;
      asked.promise.then(
        (done) => {
          if (!ended) show({ done });
          ended = true;
        },
        (error) => {
          if (!ended && error.kind !== "Cancelled") show({ error });
          ended = true;
        }
      );
    };
    const wait = lastAsked.current + LEAST_INTERVAL - performance.now();
    const timer = wait > 0 ? setTimeout(start, wait) : void start();
    return () => {
      ended = true;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      cancel();
    };
  }, [connection, key]);
  if (key === null) return NOTHING;
  return answer.key === key ? answer.value : { ...NOTHING, waiting: true };
}
function mergeParts(parts, part) {
  return { ...parts, ...part };
}
function lastPart(_, part) {
  return part;
}

// source/cards.ts
var SUITS = ["S", "H", "D", "C"];
var RANKS = "AKQJT98765432";
var JOKERS = ["BJ", "LJ"];
var SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
var DECK = [...SUITS.flatMap((suit) => [...RANKS].map((rank) => suit + rank)), ...JOKERS];
var PLACE = new Map(DECK.map((card, place2) => [card, place2]));
function plainCard(text) {
  return text.split(":")[0];
}
function suitOf(card) {
  return isJoker(card) ? null : card[0];
}
function rankOf(card) {
  return card[1];
}
function isJoker(card) {
  return card[1] === "J" && (card[0] === "B" || card[0] === "L");
}
function sortCards(cards) {
  return [...cards].sort((one, other) => (PLACE.get(plainCard(one)) ?? 99) - (PLACE.get(plainCard(other)) ?? 99));
}
function parseHand(text) {
  const fields = text.trim().split(".");
  const suits = SUITS.flatMap(
    (suit, field) => [...(fields[field] ?? "").replace("-", "").replaceAll("10", "T").toUpperCase()].map((rank) => suit + rank)
  );
  const jokers = [...(fields[4] ?? "").replace("-", "").toUpperCase()].map((letter) => `${letter}J`);
  const cards = [...suits, ...jokers];
  const wrong = cards.find((card) => !PLACE.has(card));
  if (wrong !== void 0) throw new RangeError(`${wrong} in hand ${text} is no card`);
  return sortCards(cards);
}
function formatHand(cards) {
  const sorted = sortCards(cards);
  const fields = SUITS.map((suit) => ranksOf(sorted, suit));
  const jokers = sorted.filter(isJoker).map((joker) => joker[0]);
  return [...fields, ...jokers.length ? [jokers.join("")] : []].join(".");
}
function ranksOf(cards, suit) {
  return cards.filter((card) => suitOf(card) === suit).map(rankOf).join("");
}
function parseCards(text) {
  return (text ?? "").split(/[\s,]+/).filter(Boolean);
}
function parseStrain(strain) {
  return { trump: strain.slice(0, -1), direction: strain.slice(-1) };
}
var ARROWS = { "+": "↑", "-": "↓", "~": "⇣" };
function showRank(rank) {
  return rank === "T" ? "10" : rank;
}

// source/hand.ts
var FIELDS = [
  "rules",
  "deal",
  "dealer",
  "turned",
  "calls",
  "strain",
  "level",
  "declarer",
  "leader",
  "holder",
  "discard",
  "played",
  "scores",
  "title"
];
var SEATS_OF_FOUR = "NESW";
function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!fields.get("deal")) return null;
  const hand = cleaned(Object.fromEntries(FIELDS.map((name) => [name, fields.get(name) ?? ""])));
  const at = Number.parseInt(fields.get("at") ?? "", 10);
  return { hand, at: Number.isNaN(at) ? usualAt(hand) : Math.max(0, Math.min(at, lineOf(hand).length)) };
}
function toFragment({ hand, at }) {
  const fields = new URLSearchParams();
  for (const name of FIELDS) {
    const text = hand[name];
    if (text) fields.set(name, text);
  }
  if (at !== usualAt(hand)) fields.set("at", String(at));
  return fields.toString();
}
function usualAt(hand) {
  const length = lineOf(hand).length;
  return length === cardsInPlay(hand) ? 0 : length;
}
function cardsInPlay(hand) {
  try {
    return parseDeal(hand.deal).hands.reduce((sum, cards) => sum + cards.length, 0);
  } catch {
    return null;
  }
}
function cleaned(fields) {
  const kept = FIELDS.flatMap((name) => fields[name]?.trim() ? [[name, fields[name].trim()]] : []);
  return { deal: "", ...Object.fromEntries(kept) };
}
function withFields(hand, changes) {
  return cleaned({ ...hand, ...changes });
}
function lineOf(hand) {
  return parseCards(hand.played);
}
function playCard({ hand, at }, card) {
  const line = lineOf(hand);
  if (line[at] === card) return { hand, at: at + 1 };
  return { hand: withFields(hand, { played: [...line.slice(0, at), card].join(" ") }), at: at + 1 };
}
function playLine({ hand, at }, cards) {
  return { hand: withFields(hand, { played: [...lineOf(hand).slice(0, at), ...cards].join(" ") }), at };
}
function withContract(hand, contract) {
  return withFields(hand, { ...contract, played: "" });
}
function parseDeal(deal) {
  const [first = "", rest = ""] = deal.split(":", 2);
  const [table = "", kitty = ""] = rest.split("|", 2);
  const hands = table.trim().split(/\s+/).map(parseHand);
  const start = seatIndex(first.trim(), hands.length);
  return {
    hands: hands.map((_, seat) => hands[(seat - start + hands.length) % hands.length]),
    kitty: kitty.trim() ? /\.|^-$/.test(kitty) ? parseHand(kitty) : parseCards(kitty) : []
  };
}
function formatDeal({ hands, kitty }) {
  const table = `${seatName(0, hands.length)}:${hands.map(formatHand).join(" ")}`;
  return kitty.length ? `${table} | ${formatHand(kitty)}` : table;
}
function dealOf(position) {
  return { hands: position.dealt.map(parseHand), kitty: position.kitty ? parseHand(position.kitty) : [] };
}
function seatName(index, seats) {
  return seats === 4 ? SEATS_OF_FOUR[index] : String(index);
}
function seatIndex(name, seats) {
  const letter = seats === 4 ? SEATS_OF_FOUR.indexOf(name.trim().charAt(0).toUpperCase() || "?") : -1;
  const index = letter >= 0 ? letter : Number(name);
  if (!Number.isInteger(index) || index < 0 || index >= seats) throw new RangeError(`${name} is no seat`);
  return index;
}
function withCards(hand, deal) {
  return withFields(hand, { deal: formatDeal(deal), turned: "", discard: "", played: "" });
}
function rotate(hand, by = 1) {
  return moveSeats(hand, (seat, seats) => (seat + by + seats) % seats);
}
function mirror(hand) {
  return withFields(
    moveSeats(hand, (seat, seats) => (seats - seat) % seats),
    { calls: "", played: "" }
  );
}
function moveSeats(hand, target) {
  const { hands, kitty } = parseDeal(hand.deal);
  const seats = hands.length;
  const moved = [];
  hands.forEach((cards, seat) => moved[target(seat, seats)] = cards);
  const named2 = ["dealer", "declarer", "leader", "holder"].map((field) => {
    const seat = hand[field];
    return [field, seat === void 0 ? void 0 : seatName(target(seatIndex(seat, seats), seats), seats)];
  });
  return withFields(hand, {
    ...Object.fromEntries(named2),
    deal: formatDeal({ hands: moved, kitty }),
    scores: moveScores(parseCards(hand.scores), seats, target)
  });
}
function moveScores(scores, seats, target) {
  const moved = [...scores];
  scores.forEach((score, place2) => {
    if (scores.length === seats) moved[target(place2, seats)] = score;
    else if (scores.length === 2) moved[target(place2, seats) % 2] = score;
  });
  return moved.join(" ");
}

// source/store.ts
var LANGUAGES = ["en", "es", "it", "sv"];
var THEMES = ["auto", "light", "dark"];
var DEFAULT_RULES = "bid_whist";
var MOST_STEPS = 500;
function reduce(state, action) {
  switch (action.do) {
    case "show": {
      const shown = { hand: action.hand, at: action.at ?? 0 };
      const past = state.shown === null ? state.past : [...state.past, state.shown].slice(-MOST_STEPS);
      return { ...state, shown, past, future: [], playing: null, rules: action.hand.rules ?? state.rules };
    }
    case "go":
      return state.shown === null ? state : { ...state, shown: { ...state.shown, at: action.at } };
    case "undo": {
      const shown = state.past.at(-1);
      if (shown === void 0 || state.shown === null) return state;
      return { ...state, shown, past: state.past.slice(0, -1), future: [state.shown, ...state.future] };
    }
    case "redo": {
      const [shown, ...future] = state.future;
      if (shown === void 0 || state.shown === null) return state;
      return { ...state, shown, past: [...state.past, state.shown], future };
    }
    case "panel":
      return { ...state, panel: action.panel };
    case "dialog":
      return { ...state, dialog: action.dialog, pasted: "" };
    case "paste":
      return { ...state, dialog: "load", pasted: action.text };
    case "rules":
      return { ...state, rules: action.rules };
    case "where":
      return { ...state, where: action.where };
    case "hide":
      return { ...state, hidden: action.hidden };
    case "playing":
      return { ...state, playing: action.playing };
    case "language":
      return { ...state, language: action.language };
    case "theme":
      return { ...state, theme: action.theme };
  }
}
function firstState(fragment) {
  const shown = fromFragment(fragment);
  return {
    shown,
    past: [],
    future: [],
    panel: "table",
    dialog: null,
    pasted: "",
    rules: shown?.hand.rules ?? DEFAULT_RULES,
    where: "",
    hidden: null,
    playing: null,
    language: remembered("language", LANGUAGES) ?? preferredLanguage(),
    theme: remembered("theme", THEMES) ?? "auto"
  };
}
function preferredLanguage() {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.map((tag) => LANGUAGES.find((known) => known === tag)).find(Boolean) ?? "en";
}
function remember(name, value) {
  try {
    localStorage.setItem(`whistsolve-${name}`, value);
  } catch {
  }
}
function remembered(name, known) {
  try {
    const value = localStorage.getItem(`whistsolve-${name}`);
    return known.find((each) => each === value);
  } catch {
    return void 0;
  }
}

// source/trace.ts
var NOTHING2 = { cards: /* @__PURE__ */ new Map(), losses: [], analysis: null, work: null, isDone: false, error: null };
function useTraceOf({ shown, panel }) {
  const question = shown?.hand.played ? { question: "trace", hand: withFields(shown.hand, { title: "", scores: "" }) } : null;
  const key = JSON.stringify(question);
  const [kept, setKept] = useState(null);
  const known = kept?.key === key ? kept.trace : null;
  const asks = panel === "trace" && !known?.isDone;
  const answer = useAnswer(asks ? question : null, gather);
  const found = answer.done === null ? answer.parts : foundIn(answer.done);
  useEffect(() => {
    if (found === null) return;
    const cards = [...found.cards.values()].sort((one, other) => one.number - other.number);
    const losses = cards.filter((card) => card.lost > 0);
    setKept({ key, trace: { ...found, losses, isDone: answer.done !== null, error: null } });
  }, [key, answer.done ?? answer.parts]);
  return answer.error === null ? known ?? NOTHING2 : { ...known ?? NOTHING2, error: answer.error };
}
function gather(found, part) {
  const { cards, analysis, work } = found ?? NOTHING2;
  if ("card" in part) return { cards: new Map(cards).set(part.card.number, named(part.card)), analysis, work };
  if ("analysis" in part) return { ...foundIn(part.analysis), work };
  return { cards, analysis, work: part };
}
function foundIn(analysis) {
  return { cards: new Map(analysis.cards.map((card) => [card.number, named(card)])), analysis, work: null };
}
function named(card) {
  return { ...card, seat: String(card.seat) };
}

// source/board.ts
function useBoardState() {
  const [state, dispatch] = useReducer(reduce, void 0, () => firstState(location.hash));
  useAddress(state, dispatch);
  useEffect(() => {
    document.documentElement.dataset.theme = state.theme;
    remember("theme", state.theme);
  }, [state.theme]);
  useEffect(() => {
    document.documentElement.lang = state.language;
    remember("language", state.language);
  }, [state.language]);
  return { state, dispatch };
}
function useAddress(state, dispatch) {
  const fragment = state.shown === null ? "" : toFragment(state.shown);
  useEffect(() => {
    if (fragment && location.hash.slice(1) !== fragment) history.replaceState(null, "", `#${fragment}`);
  }, [fragment]);
  useEffect(() => {
    const onChange = () => {
      const shown = fromFragment(location.hash);
      if (shown !== null) dispatch({ do: "show", ...shown });
    };
    window.addEventListener("hashchange", onChange);
    return () => window.removeEventListener("hashchange", onChange);
  }, []);
}
function useBoardOf(state, dispatch, texts, announce) {
  const { shown } = state;
  const question = shown && { question: "position", hand: shown.hand, at: shown.at };
  const answer = useAnswer(question);
  const found = answer.done?.position ?? answer.parts?.position ?? null;
  const last = useLast(found);
  const position = found ?? (answer.error === null && shown !== null ? last : null);
  const inPlay = position !== null && "strain" in position ? position : null;
  const values = state.hidden === null ? answer.done?.values ?? null : null;
  const rules = useLast(
    useAnswer({
      question: "rules",
      rules: shown === null ? state.rules : shown.hand.rules ?? "",
      language: state.language
    }).done
  );
  const isCurrent = found !== null;
  const [naming, setNaming] = useState(null);
  const waiting = useRef([]);
  const play = (card) => {
    if (shown === null || inPlay === null || answer.error !== null) return;
    if (!isCurrent) {
      waiting.current.push(card);
      return;
    }
    if (inPlay.to_play === null) return;
    if (!inPlay.legal.includes(plainCard(card))) {
      waiting.current = [];
      announce(texts.t("status.not_legal", { card: texts.card(card), seat: texts.seat(inPlay.to_play) }));
      return;
    }
    if (inPlay.names_suit?.includes(card)) {
      waiting.current = [];
      setNaming({ card, question: shown });
      return;
    }
    announce(playedText(texts, inPlay.to_play, card, values));
    dispatch({ do: "show", ...playCard(shown, card) });
  };
  useLayoutEffect(() => {
    waiting.current = [];
  }, [shown?.hand.deal, answer.error]);
  useLayoutEffect(() => {
    if (!isCurrent) return;
    const next = waiting.current.shift();
    if (next !== void 0) play(next);
  }, [shown, isCurrent]);
  return {
    state,
    dispatch,
    position,
    inPlay,
    values,
    isCurrent,
    error: answer.error,
    rules,
    trace: useTraceOf(state),
    play,
    naming: naming?.question === shown ? naming.card : null,
    announce
  };
}
function useLast(value) {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
function playedText(texts, seat, card, values) {
  const played = { seat: texts.seat(seat), card: texts.card(card) };
  const value = values?.cards.find((each) => each.card === card);
  if (value === void 0 || values === null) return texts.t("status.played", played);
  if (value.best) return texts.t("status.played_best", played);
  return texts.count("status.played_cost", Math.abs(values.tricks - value.tricks), played);
}
function useFocusOnTable(table, board) {
  const had = useRef(false);
  const active = document.activeElement;
  if (active?.closest("[data-card], .name-suit") && table.current?.contains(active)) had.current = true;
  else if (active !== null && active !== document.body) had.current = false;
  const { state, isCurrent } = board;
  useLayoutEffect(() => {
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now.matches(":disabled");
    if (!had.current || !isLost || !isCurrent) return;
    const next = table.current?.querySelector('[data-card]:not([disabled])[tabindex="0"]');
    (next ?? table.current?.querySelector(".controls button"))?.focus();
  }, [state.shown, isCurrent]);
}

// node_modules/preact/jsx-runtime/src/index.js
var vnodeId2 = 0;
function createVNode2(type, props, key, isStaticChildren, __source, __self) {
  if (!props) props = {};
  let normalizedProps = props, ref, i2;
  if ("ref" in normalizedProps && typeof type != "function") {
    normalizedProps = {};
    for (i2 in props) {
      if (i2 == "ref") {
        ref = props[i2];
      } else {
        normalizedProps[i2] = props[i2];
      }
    }
  }
  const vnode = {
    type,
    props: normalizedProps,
    key,
    ref,
    _children: null,
    _parent: null,
    _depth: 0,
    _dom: null,
    _component: null,
    constructor: VNODE_MARKER,
    _original: --vnodeId2,
    _index: -1,
    _flags: 0
  };
  if (__source || __self) {
    vnode.__source = __source;
    vnode.__self = __self;
  }
  if (options_default.vnode) options_default.vnode(vnode);
  return vnode;
}

// source/icons.tsx
var PATHS = {
  first: "M5 5v14h2.5V5zM19 5v14L8.5 12z",
  back: "M17 5v14L6.5 12z",
  forward: "M7 5v14l10.5-7z",
  last: "M16.5 5v14H19V5zM5 5v14l10.5-7z",
  undo: "M9.5 4 4 9.5 9.5 15v-3.9H14a3.9 3.9 0 0 1 0 7.8H8v2.1h6a6 6 0 0 0 0-12H9.5z",
  redo: "M14.5 4 20 9.5 14.5 15v-3.9H10a3.9 3.9 0 0 0 0 7.8h6v2.1h-6a6 6 0 0 1 0-12h4.5z",
  close: "m6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z"
};
function Icon({ name }) {
  return /* @__PURE__ */ createVNode2("svg", { class: "icon-sign", viewBox: "0 0 24 24", width: "20", height: "20", "aria-hidden": "true", focusable: "false", children: /* @__PURE__ */ createVNode2("path", { fill: "currentColor", d: PATHS[name] }) });
}

// source/dialog.tsx
function Dialog({ name, title, children }) {
  const { dispatch } = useBoard();
  const { t } = useTexts();
  const element = useRef(null);
  const close = () => dispatch({ do: "dialog", dialog: null });
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector("[data-autofocus]")?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return /* @__PURE__ */ createVNode2(
    "dialog",
    {
      ref: element,
      "aria-labelledby": `${name}-title`,
      onClose: close,
      onClick: (event) => {
        if (event.target === element.current) close();
      },
      children: /* @__PURE__ */ createVNode2("div", { class: "dialog-content", children: [
        /* @__PURE__ */ createVNode2("div", { class: "dialog-head", children: [
          /* @__PURE__ */ createVNode2("h2", { id: `${name}-title`, children: title }),
          /* @__PURE__ */ createVNode2("button", { type: "button", class: "icon", "aria-label": t("dialog.close"), onClick: close, children: /* @__PURE__ */ createVNode2(Icon, { name: "close" }) })
        ] }),
        children
      ] })
    }
  );
}

// source/card.tsx
function suitClass(card) {
  return isJoker(plainCard(card)) ? "suit-joker" : `suit-${card[0]}`;
}
function CardText({ card }) {
  const { card: name } = useTexts();
  return /* @__PURE__ */ createVNode2("span", { class: `card-text ${suitClass(card)}`, children: [
    /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: cardSymbols(card) }),
    /* @__PURE__ */ createVNode2("span", { class: "spoken", children: name(card) })
  ] });
}
function CardsText({ cards }) {
  return /* @__PURE__ */ createVNode2("span", { class: "cards-text", children: cards.map((card, place2) => /* @__PURE__ */ createVNode2(Fragment, { children: [
    place2 > 0 && " ",
    /* @__PURE__ */ createVNode2(CardText, { card }, card)
  ] })) });
}
function StrainText({ strain }) {
  const texts = useTexts();
  const { trump, direction } = parseStrain(strain);
  return /* @__PURE__ */ createVNode2("span", { class: `strain-text suit-${trump}`, children: [
    /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: strainSymbols(texts.t("suit.NT.short"), trump, direction) }),
    /* @__PURE__ */ createVNode2("span", { class: "spoken", children: texts.strain(strain) })
  ] });
}
function strainSymbols(noTrump, trump, direction) {
  return (trump === "NT" ? noTrump : SYMBOLS[trump]) + ARROWS[direction];
}
function cardSymbols(text) {
  const card = plainCard(text);
  const suit = suitOf(card);
  const named2 = text.split(":")[1];
  if (suit === null) return named2 === void 0 ? card : `${card}:${SYMBOLS[named2]}`;
  return SYMBOLS[suit] + showRank(rankOf(card));
}

// source/roving.ts
var ITEMS = "button:not([disabled])";
var DIRECTIONS = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down"
};
function useRoving(container, preferred = "[data-stop]") {
  useLayoutEffect(() => {
    const items = itemsOf(container.current);
    const stop = items.find((item) => item === document.activeElement) ?? items.find((item) => item.matches(preferred)) ?? items.find((item) => item.tabIndex === 0) ?? items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  });
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return void 0;
    const onKey = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = targetOf(event.key, itemsOf(element));
      if (target === void 0) return;
      event.preventDefault();
      event.stopPropagation();
      target.focus();
    };
    const onFocus = (event) => {
      const items = itemsOf(element);
      if (!items.includes(event.target)) return;
      for (const item of items) item.tabIndex = item === event.target ? 0 : -1;
    };
    element.addEventListener("keydown", onKey);
    element.addEventListener("focusin", onFocus);
    return () => {
      element.removeEventListener("keydown", onKey);
      element.removeEventListener("focusin", onFocus);
    };
  }, [container.current]);
}
function itemsOf(element) {
  return element === null ? [] : [...element.querySelectorAll(ITEMS)];
}
function targetOf(key, items) {
  const place2 = items.indexOf(document.activeElement);
  if (place2 < 0) return void 0;
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const direction = DIRECTIONS[key];
  if (direction === void 0) return void 0;
  if (direction === "left") return items[(place2 - 1 + items.length) % items.length];
  if (direction === "right") return items[(place2 + 1) % items.length];
  return nearest(items[place2], items, direction === "up" ? -1 : 1);
}
function nearest(from, items, sign) {
  const here = from.getBoundingClientRect();
  const beyond = items.map((item) => ({ item, box: item.getBoundingClientRect() })).map(({ item, box }) => ({ item, down: sign * (box.top - here.top), aside: Math.abs(box.left - here.left) })).filter(({ down }) => down > here.height / 2);
  const row = Math.min(...beyond.map(({ down }) => down));
  return beyond.filter(({ down }) => down < row + here.height / 2).sort((one, other) => one.aside - other.aside)[0]?.item;
}

// source/editor/holding.ts
var KITTY = "K";
function holdingOf({ hands, kitty }, seats) {
  const dealt = hands.flatMap((cards, index) => cards.map((card) => [card, seats[index] ?? KITTY]));
  return new Map([...dealt, ...kitty.map((card) => [card, KITTY])]);
}
function dealtCards(holding, seats) {
  return { hands: seats.map((seat) => cardsAt(holding, seat)), kitty: cardsAt(holding, KITTY) };
}
function cardsAt(holding, place2) {
  return [...holding].filter(([, each]) => each === place2).map(([card]) => card);
}
function give(holding, card, place2) {
  const given = new Map(holding);
  if (place2 === null) given.delete(card);
  else given.set(card, place2);
  return given;
}
function overfull(holding, places, sizes) {
  return places.find((place2) => cardsAt(holding, place2).length > sizeOf(place2, sizes));
}
function sizeOf(place2, sizes) {
  return place2 === KITTY ? sizes.kitty : sizes.hand;
}
function dealRest(holding, deck, places, sizes) {
  const rest = shuffled(deck.filter((card) => !holding.has(card)));
  const filled = new Map(holding);
  for (const place2 of places) {
    const missing = sizeOf(place2, sizes) - cardsAt(holding, place2).length;
    for (const card of rest.splice(0, Math.max(0, missing))) filled.set(card, place2);
  }
  return filled;
}
function isDeal(holding, seats) {
  const counts = seats.map((seat) => cardsAt(holding, seat).length);
  return counts.every((count) => count === counts[0] && count > 0);
}
function isSame(one, other) {
  const text = ({ hands, kitty }) => [...hands, kitty].map(formatHand).join(" ");
  return text(one) === text(other);
}
function shuffled(cards) {
  const order = [...cards];
  for (let place2 = order.length - 1; place2 > 0; place2--) {
    const other = randomBelow(place2 + 1);
    [order[place2], order[other]] = [order[other], order[place2]];
  }
  return order;
}
function randomBelow(limit) {
  const unbiased = Math.floor(2 ** 32 / limit) * limit;
  const drawn2 = new Uint32Array(1);
  do
    crypto.getRandomValues(drawn2);
  while (drawn2[0] >= unbiased);
  return drawn2[0] % limit;
}

// source/editor/grid.tsx
function CardGrid({ deck, places, holding, chosen, onGive }) {
  const { t } = useTexts();
  const grid = useRef(null);
  useRoving(grid);
  const inDeck = new Set(deck);
  const cards = DECK.filter((card) => inDeck.has(card) || holding.has(card));
  const rows = [...SUITS.map((suit) => cards.filter((card) => suitOf(card) === suit)), cards.filter(isJoker)];
  const onKey = (event) => {
    const card = event.target instanceof Element ? event.target.closest("[data-deal]")?.getAttribute("data-deal") : null;
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const isBack = event.key === "Delete" || event.key === "Backspace";
    const place2 = isBack ? null : places.find((each) => each === event.key.toUpperCase());
    if (place2 === void 0) return;
    event.preventDefault();
    onGive(card, place2);
  };
  return /* @__PURE__ */ createVNode2("div", { class: "deal-grid", role: "grid", "aria-label": t("editor.grid"), ref: grid, onKeyDown: onKey, children: rows.filter((row) => row.length > 0).map((row) => /* @__PURE__ */ createVNode2("div", { class: `deal-row ${suitClass(row[0])}`, role: "row", children: [
    /* @__PURE__ */ createVNode2("span", { class: "suit-symbol", role: "rowheader", "aria-label": rowName(row[0]), children: symbolOf(row[0]) }),
    /* @__PURE__ */ createVNode2("span", { class: "deal-cells", role: "presentation", children: row.map((card) => /* @__PURE__ */ createVNode2(GridCard, { card, place: holding.get(card) ?? null, ...{ chosen, onGive } }, card)) })
  ] }, row[0])) });
  function rowName(card) {
    const suit = suitOf(card);
    return suit === null ? t("editor.jokers") : t(`suit.${suit}`);
  }
}
function symbolOf(card) {
  const suit = suitOf(card);
  return suit === null ? "★" : SYMBOLS[suit];
}
function GridCard({ card, place: place2, chosen, onGive }) {
  const texts = useTexts();
  const kind = place2 === null ? "deal-free" : place2 === chosen ? "deal-chosen" : "deal-other";
  return /* @__PURE__ */ createVNode2("span", { role: "gridcell", class: "deal-cell", children: /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      class: `deal-card ${suitClass(card)} ${kind}`,
      "data-deal": card,
      "aria-label": texts.t("editor.card", { card: texts.card(card), place: placeName(texts, place2) }),
      onClick: () => onGive(card, place2 === chosen ? null : chosen),
      children: [
        /* @__PURE__ */ createVNode2("span", { class: "deal-rank", children: isJoker(card) ? card : showRank(rankOf(card)) }),
        /* @__PURE__ */ createVNode2("span", { class: "deal-place", children: place2 ?? "·" })
      ]
    }
  ) });
}
function placeName(texts, place2) {
  if (place2 === null) return texts.t("editor.nowhere");
  return place2 === KITTY ? texts.t("kitty.title") : texts.seat(place2);
}

// source/editor/editor.tsx
function DealEditor({ rules, seats, first, onDone }) {
  const texts = useTexts();
  const { t, count } = texts;
  const sizes = { hand: rules.hand_size, kitty: rules.kitty_size };
  const places = rules.kitty_size > 0 || first.kitty.length > 0 ? [...seats, KITTY] : [...seats];
  const [holding, setHolding] = useState(() => holdingOf(first, seats));
  const [past, setPast] = useState([]);
  const [chosen, setChosen] = useState(seats[0] ?? KITTY);
  const [said, setSaid] = useState("");
  const change = (next, text) => {
    setPast([...past, holding]);
    setHolding(next);
    setSaid(text);
  };
  const onGive = (card, place2) => {
    const next = give(holding, card, place2);
    const where = place2 ?? holding.get(card) ?? null;
    const what = { card: texts.card(card), place: placeName(texts, where) };
    const number = where === null ? 0 : cardsAt(next, where).length;
    change(next, count(place2 === null ? "editor.taken" : "editor.given", number, what));
  };
  const onRest = () => {
    const full = overfull(holding, places, sizes);
    if (full !== void 0) {
      setSaid(count("editor.too_many", sizeOf(full, sizes), { place: placeName(texts, full) }));
      return;
    }
    change(dealRest(holding, rules.deck, places, sizes), t("editor.rest_dealt"));
  };
  const undo = () => {
    setHolding(past.at(-1) ?? holding);
    setPast(past.slice(0, -1));
    setSaid(t("editor.undone"));
  };
  const ready = isDeal(holding, seats);
  return /* @__PURE__ */ createVNode2("div", { class: "deal-editor", children: [
    /* @__PURE__ */ createVNode2("fieldset", { class: "places", children: [
      /* @__PURE__ */ createVNode2("legend", { children: t("editor.places") }),
      places.map((place2) => /* @__PURE__ */ createVNode2("label", { class: "place", children: [
        /* @__PURE__ */ createVNode2("input", { type: "radio", name: "place", checked: place2 === chosen, onChange: () => setChosen(place2) }),
        /* @__PURE__ */ createVNode2("span", { children: placeName(texts, place2) }),
        /* @__PURE__ */ createVNode2("span", { class: "quiet", children: t("editor.of", { count: cardsAt(holding, place2).length, size: sizeOf(place2, sizes) }) })
      ] }, place2))
    ] }),
    /* @__PURE__ */ createVNode2(CardGrid, { ...{ deck: rules.deck, places, holding, chosen, onGive } }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("editor.about", { keys: places.join(" ") }) }),
    /* @__PURE__ */ createVNode2("p", { class: "status", role: "status", children: said }),
    /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
      /* @__PURE__ */ createVNode2("button", { type: "button", class: "primary", disabled: !ready, onClick: () => onDone(dealtCards(holding, seats)), children: t("editor.show") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", onClick: onRest, children: t("editor.rest") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", disabled: holding.size === 0, onClick: () => change(/* @__PURE__ */ new Map(), t("editor.cleared")), children: t("editor.clear") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", disabled: past.length === 0, onClick: undo, children: t("controls.undo") })
    ] }),
    !ready && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("editor.equal") })
  ] });
}

// source/dialogs/edit.tsx
function EditDialog() {
  const { state, dispatch, position, rules } = useBoard();
  const [first] = useState(() => position && { seats: position.seats, deal: dealOf(position) });
  if (state.shown === null || first === null || rules === null) return null;
  const { hand } = state.shown;
  return /* @__PURE__ */ createVNode2(
    DealEditor,
    {
      rules,
      seats: first.seats,
      first: first.deal,
      onDone: (deal) => {
        if (!isSame(deal, first.deal)) dispatch({ do: "show", hand: withCards(hand, deal) });
        dispatch({ do: "dialog", dialog: null });
      }
    }
  );
}

// source/dialogs/help.tsx
var KEYS = [
  [["h", "k"], "help.card"],
  [["b"], "help.joker"],
  [["Tab"], "help.tab"],
  [["←", "→", "↑", "↓"], "help.arrows"],
  [["←", "→"], "help.line"],
  [["n", "p"], "help.losses"],
  [["Ctrl+Z", "Ctrl+Y"], "help.undo"],
  [["p", "u", "i"], "help.play"],
  [["?"], "help.help"]
];
function HelpDialog() {
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("p", { children: t("help.about") }),
    /* @__PURE__ */ createVNode2("dl", { class: "keys", children: KEYS.map(([keys, meaning]) => /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: keys.map((key) => /* @__PURE__ */ createVNode2("kbd", { children: key }, key)) }),
      /* @__PURE__ */ createVNode2("dd", { children: t(meaning) })
    ] }, meaning)) }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("help.values") })
  ] });
}

// source/rules/preset.tsx
function PresetChoice({ rules, onChoose }) {
  const { state } = useBoard();
  const { t } = useTexts();
  const described = useRules(rules);
  const presets = described?.presets ?? [];
  const names = presets.map(({ name }) => name);
  const others = [.../* @__PURE__ */ new Set([state.rules, rules])].filter((each) => !names.includes(each));
  const summary3 = presets.find(({ name }) => name === rules)?.text;
  return /* @__PURE__ */ createVNode2("div", { class: "field", children: [
    /* @__PURE__ */ createVNode2("label", { class: "field", children: [
      /* @__PURE__ */ createVNode2("span", { children: t("rules.title") }),
      /* @__PURE__ */ createVNode2("select", { value: rules, onChange: (event) => onChoose(event.currentTarget.value), children: [...others, ...names].map((name) => /* @__PURE__ */ createVNode2("option", { value: name, children: name }, name)) })
    ] }),
    summary3 !== void 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: summary3 })
  ] });
}
function useRules(rules) {
  const { state } = useBoard();
  const question = { question: "rules", rules, language: state.language };
  return useAnswer(question).done;
}

// source/load/cards.tsx
var NOTHING3 = { hands: [], kitty: [] };
function EnterCards() {
  const { state, dispatch } = useBoard();
  const [rules, setRules] = useState(state.rules);
  const described = useRules(rules);
  return /* @__PURE__ */ createVNode2("div", { class: "load-form", children: [
    /* @__PURE__ */ createVNode2(PresetChoice, { rules, onChoose: setRules }),
    described !== null && /* @__PURE__ */ createVNode2(
      DealEditor,
      {
        rules: described,
        seats: described.seats,
        first: NOTHING3,
        onDone: (deal) => {
          dispatch({ do: "show", hand: { rules: described.rules, deal: formatDeal(deal) } });
          dispatch({ do: "dialog", dialog: null });
        }
      },
      `${described.seats.length} ${described.deck.length} ${described.kitty_size}`
    )
  ] });
}

// source/load/files.ts
var MOST_MEGABYTES = 1;
var MOST_BYTES = MOST_MEGABYTES * 1e6;
function isTooLong(text) {
  return text.length > MOST_BYTES || new Blob([JSON.stringify(text)]).size > MOST_BYTES;
}
async function readFile(file) {
  if (file.size > MOST_BYTES) return null;
  return file.text().catch(() => null);
}

// source/load/paste.tsx
function Paste() {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const [keepsRules, setKeepsRules] = useState(false);
  const [refusal, setRefusal] = useState(null);
  const current = state.shown?.hand.rules;
  const answer = useAnswer(questionOf(asked, keepsRules ? current : void 0));
  const hands = answer.done?.hands ?? [];
  const take = async (source) => {
    const content = typeof source === "string" ? source : await readFile(source);
    const refused = content === null ? "load.paste.unreadable" : isTooLong(content) ? "load.paste.too_long" : null;
    const tooLong = content === null && typeof source !== "string" && source.size > MOST_MEGABYTES * 1e6;
    setRefusal(tooLong ? "load.paste.too_long" : refused);
    if (content === null || refused !== null) return setAsked("");
    setText(content);
    setAsked(content);
  };
  const show = (hand) => {
    const linked = answer.done?.kind === "link" ? fromFragment(asked.slice(asked.indexOf("#"))) : null;
    dispatch({ do: "show", hand, at: linked?.at ?? 0 });
    dispatch({ do: "dialog", dialog: null });
  };
  const onlyHand = hands.length === 1 ? hands[0] : void 0;
  useEffect(() => {
    if (onlyHand !== void 0) show(onlyHand);
  }, [onlyHand]);
  useEffect(() => {
    if (state.pasted) void take(state.pasted);
  }, [state.pasted]);
  const error = refusal === null ? answer.error?.message : t(refusal, { megabytes: MOST_MEGABYTES });
  return /* @__PURE__ */ createVNode2(
    "form",
    {
      class: "load-form",
      onSubmit: (event) => {
        event.preventDefault();
        void take(text);
      },
      children: [
        /* @__PURE__ */ createVNode2("label", { class: "field", children: [
          /* @__PURE__ */ createVNode2("span", { children: t("load.paste.label") }),
          /* @__PURE__ */ createVNode2(
            "textarea",
            {
              rows: 6,
              value: text,
              spellcheck: false,
              "data-autofocus": true,
              "aria-invalid": error !== void 0,
              "aria-describedby": "paste-about paste-error",
              placeholder: "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J",
              onInput: (event) => setText(event.currentTarget.value)
            }
          )
        ] }),
        /* @__PURE__ */ createVNode2("div", { id: "paste-error", role: "alert", children: error !== void 0 && /* @__PURE__ */ createVNode2("p", { class: "error", children: error }) }),
        /* @__PURE__ */ createVNode2("p", { class: "quiet", id: "paste-about", children: t("load.paste.about") }),
        current !== void 0 && /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
          /* @__PURE__ */ createVNode2(
            "input",
            {
              type: "checkbox",
              checked: keepsRules,
              onChange: (event) => setKeepsRules(event.currentTarget.checked)
            }
          ),
          t("load.paste.same_rules")
        ] }),
        /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
          /* @__PURE__ */ createVNode2("button", { type: "submit", class: "primary", disabled: !text.trim() || answer.waiting, children: t("load.paste.show") }),
          /* @__PURE__ */ createVNode2("label", { class: "file", children: [
            t("load.paste.file"),
            /* @__PURE__ */ createVNode2(
              "input",
              {
                type: "file",
                accept: ".txt,.ptn,.pbn,text/plain",
                onChange: (event) => {
                  const file = event.currentTarget.files?.[0];
                  event.currentTarget.value = "";
                  if (file !== void 0) void take(file);
                }
              }
            )
          ] })
        ] }),
        hands.length > 1 && /* @__PURE__ */ createVNode2(ChooseHand, { hands, onChoose: show })
      ]
    }
  );
}
function questionOf(text, rules) {
  return text ? { question: "read", text, ...rules ? { rules } : {} } : null;
}
function ChooseHand({ hands, onChoose }) {
  const { count } = useTexts();
  return /* @__PURE__ */ createVNode2("fieldset", { class: "choose-hand", children: [
    /* @__PURE__ */ createVNode2("legend", { children: /* @__PURE__ */ createVNode2("span", { role: "status", children: count("load.paste.choose", hands.length) }) }),
    /* @__PURE__ */ createVNode2("ol", { children: hands.map((hand, place2) => /* @__PURE__ */ createVNode2("li", { children: /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => onChoose(hand), children: [
      /* @__PURE__ */ createVNode2("strong", { children: [
        place2 + 1,
        ". ",
        hand.title
      ] }),
      /* @__PURE__ */ createVNode2("code", { children: hand.deal })
    ] }) }, place2)) })
  ] });
}

// source/asking.ts
var NOTHING4 = { part: null, done: null, error: null, waiting: false };
function useAsking() {
  const connection = useConnection();
  const [asking, setAsking] = useState(NOTHING4);
  const last = useRef(null);
  const drop = () => {
    last.current?.cancel();
    last.current = null;
  };
  useEffect(() => drop, []);
  const ask = async (question) => {
    drop();
    const mine = connection.ask(question, (part) => {
      if (last.current === mine) setAsking({ ...NOTHING4, part, waiting: true });
    });
    last.current = mine;
    setAsking({ ...NOTHING4, waiting: true });
    try {
      const done = await mine.promise;
      if (last.current !== mine) return null;
      setAsking({ ...NOTHING4, done });
      return done;
    } catch (error) {
      if (last.current === mine) setAsking({ ...NOTHING4, error });
      return null;
    }
  };
  const cancel = () => {
    drop();
    setAsking(NOTHING4);
  };
  return { ...asking, ask, cancel };
}

// source/load/preview.tsx
function DealPreview({ deal }) {
  const { t, seat } = useTexts();
  return /* @__PURE__ */ createVNode2("dl", { class: "deal-preview", children: [
    deal.hands.map((cards, index) => /* @__PURE__ */ createVNode2(HandPreview, { name: seat(seatName(index, deal.hands.length)), cards }, index)),
    deal.kitty.length > 0 && /* @__PURE__ */ createVNode2(HandPreview, { name: t("kitty.title"), cards: deal.kitty })
  ] });
}
function HandPreview({ name, cards }) {
  const { t } = useTexts();
  const sorted = sortCards(cards);
  return /* @__PURE__ */ createVNode2("div", { children: [
    /* @__PURE__ */ createVNode2("dt", { children: name }),
    /* @__PURE__ */ createVNode2("dd", { children: [
      SUITS.map((suit) => /* @__PURE__ */ createVNode2("span", { class: `card-text suit-${suit}`, children: [
        /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: SYMBOLS[suit] }),
        /* @__PURE__ */ createVNode2("span", { class: "spoken", children: [
          t(`suit.${suit}`),
          " "
        ] }),
        [...ranksOf(sorted, suit)].map(showRank).join(" ") || "—"
      ] }, suit)),
      sorted.filter(isJoker).map((joker) => /* @__PURE__ */ createVNode2("span", { class: "card-text suit-joker", children: joker }, joker))
    ] })
  ] });
}

// source/load/random.tsx
function RandomDeal() {
  const { state, dispatch } = useBoard();
  const { t, number } = useTexts();
  const [rules, setRules] = useState(state.rules);
  const [seed, setSeed] = useState("");
  const described = useRules(rules);
  const asker = useAsking();
  const { done, error, waiting, part } = asker;
  const where = state.where;
  const setWhere = (text) => dispatch({ do: "where", where: text });
  const deal = (chosen) => void asker.ask({
    question: "deal",
    rules,
    ...where.trim() ? { where } : {},
    ...chosen.trim() ? { seed: Number(chosen) } : {}
  });
  const shown = useRef(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [done]);
  const wrong = error === null ? null : error.message.startsWith("seed") ? "seed" : "where";
  const message = error === null ? null : /* @__PURE__ */ createVNode2("p", { class: "error", children: error.message });
  return /* @__PURE__ */ createVNode2(
    "form",
    {
      class: "load-form",
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        deal(seed);
      },
      children: [
        /* @__PURE__ */ createVNode2(PresetChoice, { rules, onChoose: setRules }),
        /* @__PURE__ */ createVNode2("label", { class: "field", children: [
          /* @__PURE__ */ createVNode2("span", { children: t("load.random.where") }),
          /* @__PURE__ */ createVNode2(
            "input",
            {
              type: "text",
              class: "code",
              value: where,
              maxLength: 1e3,
              spellcheck: false,
              autocomplete: "off",
              autocapitalize: "off",
              "data-autofocus": true,
              placeholder: t("load.random.where_none"),
              "aria-invalid": wrong === "where",
              "aria-describedby": "random-where-error",
              onInput: (event) => setWhere(event.currentTarget.value)
            }
          )
        ] }),
        /* @__PURE__ */ createVNode2("div", { id: "random-where-error", role: "alert", children: wrong === "where" && message }),
        /* @__PURE__ */ createVNode2(Examples, { rules: described, onChoose: (text) => setWhere(where.trim() ? `${where.trim()} and ${text}` : text) }),
        /* @__PURE__ */ createVNode2("label", { class: "field field-short", children: [
          /* @__PURE__ */ createVNode2("span", { children: t("load.random.seed") }),
          /* @__PURE__ */ createVNode2(
            "input",
            {
              type: "number",
              min: 0,
              max: 4294967295,
              step: 1,
              value: seed,
              placeholder: t("load.random.seed_any"),
              "aria-invalid": wrong === "seed",
              "aria-describedby": "random-seed-error",
              onInput: (event) => setSeed(event.currentTarget.value)
            }
          )
        ] }),
        /* @__PURE__ */ createVNode2("div", { id: "random-seed-error", role: "alert", children: wrong === "seed" && message }),
        /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
          /* @__PURE__ */ createVNode2("button", { type: "submit", class: done === null ? "primary" : "", disabled: waiting, children: t("load.random.deal") }),
          waiting && /* @__PURE__ */ createVNode2("button", { type: "button", onClick: asker.cancel, children: t("form.cancel") }),
          /* @__PURE__ */ createVNode2("span", { class: "quiet", role: "status", children: [
            waiting && t("load.random.waiting"),
            waiting && part !== null && ` ${number(part.done, 0)}`,
            done !== null && t("load.random.found", { seed: done.seed })
          ] })
        ] }),
        done !== null && /* @__PURE__ */ createVNode2("div", { class: "found-deal", ref: shown, children: [
          /* @__PURE__ */ createVNode2(DealPreview, { deal: parseDeal(done.hand.deal) }),
          /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
            /* @__PURE__ */ createVNode2(
              "button",
              {
                type: "button",
                class: "primary",
                onClick: () => {
                  dispatch({ do: "show", hand: done.hand });
                  dispatch({ do: "dialog", dialog: null });
                },
                children: t("load.random.show")
              }
            ),
            /* @__PURE__ */ createVNode2(
              "button",
              {
                type: "button",
                onClick: () => {
                  setSeed("");
                  deal("");
                },
                children: t("load.random.another")
              }
            )
          ] })
        ] })
      ]
    }
  );
}
function Examples({ rules, onChoose }) {
  const { t } = useTexts();
  if (rules === null) return null;
  return /* @__PURE__ */ createVNode2("details", { class: "examples", children: [
    /* @__PURE__ */ createVNode2("summary", { children: t("load.random.examples") }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("load.random.examples_about") }),
    /* @__PURE__ */ createVNode2("ul", { children: examplesFor(rules).map(([text, meaning]) => /* @__PURE__ */ createVNode2("li", { children: [
      /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => onChoose(text), children: /* @__PURE__ */ createVNode2("code", { children: text }) }),
      /* @__PURE__ */ createVNode2("span", { class: "quiet", children: t(meaning) })
    ] }, text)) })
  ] });
}
function examplesFor({ seats, deck, kitty_size, strains }) {
  const [one = "N", , other = "S"] = seats;
  const partner = seats.length === 4 ? other : seats[1] ?? other;
  const examples = [
    [`spades(${one}) >= 6`, "load.random.example.length"],
    [`4 <= hearts(${partner}) <= 5`, "load.random.example.range"],
    [`shape(${one}, "any 4440 + 54xx")`, "load.random.example.shape"],
    [`hcp(${one}) + hcp(${partner}) >= 24`, "load.random.example.points"],
    [`aces(${one}) > aces(${partner})`, "load.random.example.aces"],
    [`longest(${one}) >= 7`, "load.random.example.longest"],
    [`voids(${one}) >= 1`, "load.random.example.void"]
  ];
  if (deck.includes("BJ")) examples.push([`"BJ" in ${one}`, "load.random.example.card"]);
  if (kitty_size > 0) examples.push(["hcp(kitty) == 0", "load.random.example.kitty"]);
  if (strains[0] !== void 0) examples.push([`tricks(${one}, ${strains[0]}) >= 9`, "load.random.example.tricks"]);
  return examples;
}

// source/load/index.ts
var WAYS = [
  { key: "paste", title: "load.paste.title", component: Paste },
  { key: "random", title: "load.random.title", component: RandomDeal },
  { key: "cards", title: "load.cards.title", component: EnterCards }
];

// source/tabs.tsx
function Tabs({ name, label, tabs, open, onOpen, children }) {
  const list = useRef(null);
  useRoving(list, "[aria-selected=true]");
  return /* @__PURE__ */ createVNode2("div", { class: "tabs", children: [
    /* @__PURE__ */ createVNode2("div", { class: "tab-list", role: "tablist", "aria-label": label, ref: list, children: tabs.map((tab) => /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        role: "tab",
        id: `${name}-tab-${tab.key}`,
        "aria-selected": tab.key === open,
        "aria-controls": `${name}-panel`,
        onClick: () => onOpen(tab.key),
        children: tab.title
      },
      tab.key
    )) }),
    /* @__PURE__ */ createVNode2("div", { class: "tab-panel", role: "tabpanel", id: `${name}-panel`, "aria-labelledby": `${name}-tab-${open}`, children })
  ] });
}

// source/dialogs/load.tsx
function LoadDialog() {
  const { state } = useBoard();
  const { t } = useTexts();
  const [open, setOpen] = useState(WAYS[0]?.key ?? "");
  useEffect(() => {
    if (state.pasted) setOpen("paste");
  }, [state.pasted]);
  const way = WAYS.find((each) => each.key === open);
  const Component = way?.component;
  return /* @__PURE__ */ createVNode2(
    Tabs,
    {
      name: "load",
      label: t("dialog.load.title"),
      tabs: WAYS.map(({ key, title }) => ({ key, title: t(title) })),
      open,
      onOpen: setOpen,
      children: Component !== void 0 && /* @__PURE__ */ createVNode2(Component, {})
    }
  );
}

// source/rules/draft.ts
function readDraft(text) {
  const words = text.split(/\s+/).filter(Boolean);
  const preset = words[0] !== void 0 && !words[0].includes("=") ? words.shift() : "bid_whist";
  return { preset, set: new Map(words.map((word) => word.split(/=(.*)/s, 2))) };
}
function writeDraft({ preset, set }) {
  return [preset, ...[...set].map(([name, value]) => `${name}=${value}`)].join(" ");
}
function withOption(text, name, value) {
  const draft = readDraft(text);
  const word = value.trim().replace(/[\s,]+/g, ",");
  return writeDraft({ ...draft, set: new Map(draft.set).set(name, word) });
}
function withoutOption(text, { name, default: usual }) {
  const draft = readDraft(text);
  if (!draft.set.has(name)) return withOption(text, name, usual);
  const set = new Map(draft.set);
  set.delete(name);
  return writeDraft({ ...draft, set });
}
function optionNamed(message, rules) {
  const [first = ""] = message.split(" ", 1);
  return rules.groups.some(({ options: options3 }) => options3.some(({ name }) => name === first)) ? first : null;
}
function matches(option, search) {
  const values = option.values.flatMap(({ value, meaning }) => [value, meaning]);
  const text = [option.name, option.name.replaceAll("_", " "), option.meaning, ...values].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

// source/rules/option.tsx
var TEXT = { type: "text", spellcheck: false };
function OptionField({ option, value, error, onChange, onReset }) {
  const { t } = useTexts();
  const { name, meaning, values, range, form } = option;
  const isList = form === "single" && values.length > 0;
  const isOther = isList && !values.some((each) => each.value === value);
  const differs = value !== option.default;
  const id = `rule-${name}`;
  return /* @__PURE__ */ createVNode2("fieldset", { class: `option ${differs ? "option-differs" : ""}`, "aria-describedby": `${id}-about`, children: [
    /* @__PURE__ */ createVNode2("legend", { children: [
      /* @__PURE__ */ createVNode2("code", { children: name }),
      differs && /* @__PURE__ */ createVNode2("span", { class: "role", children: t("rules.differs") })
    ] }),
    /* @__PURE__ */ createVNode2("p", { id: `${id}-about`, children: meaning }),
    option.follows && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("rules.follows", { text: option.follows }) }),
    isList && values.map((each) => /* @__PURE__ */ createVNode2("label", { class: "option-value", children: [
      /* @__PURE__ */ createVNode2("input", { type: "radio", name: id, checked: each.value === value, onChange: () => onChange(each.value) }),
      /* @__PURE__ */ createVNode2("span", { children: [
        /* @__PURE__ */ createVNode2("code", { children: each.value }),
        " ",
        each.meaning
      ] })
    ] }, each.value)),
    (!isList || range !== null) && /* @__PURE__ */ createVNode2("label", { class: "option-input", children: [
      /* @__PURE__ */ createVNode2("span", { children: range === null ? t("rules.value") : t("rules.range", { low: range[0], high: range[1] }) }),
      /* @__PURE__ */ createVNode2(
        "input",
        {
          ...range !== null && form === "single" ? { type: "number", min: range[0], max: range[1] } : TEXT,
          value: isList && !isOther ? "" : value,
          "aria-invalid": error !== null,
          "aria-describedby": error === null ? void 0 : `${id}-error`,
          onChange: (event) => {
            if (event.currentTarget.value.trim()) onChange(event.currentTarget.value);
          }
        }
      )
    ] }),
    !isList && values.length > 0 && /* @__PURE__ */ createVNode2("ul", { class: "option-list quiet", children: values.map((each) => /* @__PURE__ */ createVNode2("li", { children: [
      /* @__PURE__ */ createVNode2("code", { children: each.value }),
      " ",
      each.meaning
    ] }, each.value)) }),
    form === "penalty" && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("rules.penalty") }),
    /* @__PURE__ */ createVNode2("div", { role: "alert", children: error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", id: `${id}-error`, children: error }) }),
    differs && /* @__PURE__ */ createVNode2("button", { type: "button", class: "small", "aria-label": t("rules.reset_label", { name }), onClick: onReset, children: t("rules.reset", { value: option.default }) })
  ] });
}

// source/dialogs/rules.tsx
function RulesDialog() {
  const { state, dispatch, announce } = useBoard();
  const { t } = useTexts();
  const before = state.shown?.hand.rules ?? state.rules;
  const [asked, setAsked] = useState(before);
  const [changed2, setChanged] = useState(null);
  const [good, setGood] = useState(null);
  const answer = useAnswer({ question: "rules", rules: asked, language: state.language });
  useEffect(() => {
    if (answer.done !== null) setGood(answer.done);
  }, [answer.done]);
  const rules = answer.done ?? good;
  const fault = useFit(answer.done, before);
  if (rules === null) return answer.error === null ? null : /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message });
  const wrong = answer.error === null ? [] : optionsWrong(answer.error.message, changed2, rules);
  const change = (name, text) => {
    setChanged(name);
    setAsked(text);
  };
  const apply = () => {
    if (answer.done === null) return;
    if (state.shown !== null && fault === null) {
      const hand = withFields(state.shown.hand, { rules: answer.done.rules });
      dispatch({ do: "show", hand, at: state.shown.at });
    } else dispatch({ do: "rules", rules: answer.done.rules });
    dispatch({ do: "dialog", dialog: null });
    announce(t("rules.applied", { rules: answer.done.rules }));
  };
  return /* @__PURE__ */ createVNode2("div", { class: "rules-dialog", children: [
    /* @__PURE__ */ createVNode2(Preset, { rules, onChoose: (preset) => change(null, preset) }),
    /* @__PURE__ */ createVNode2(
      Options,
      {
        rules,
        asked: answer.done?.rules ?? asked,
        error: answer.error?.message ?? null,
        wrong,
        onChange: change
      }
    ),
    /* @__PURE__ */ createVNode2("div", { class: "dialog-foot", children: [
      /* @__PURE__ */ createVNode2("p", { class: "rules-text", children: [
        /* @__PURE__ */ createVNode2("span", { class: "quiet", children: t("rules.text") }),
        " ",
        /* @__PURE__ */ createVNode2("code", { children: answer.done?.rules ?? asked })
      ] }),
      /* @__PURE__ */ createVNode2("div", { role: "alert", children: [
        answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: wrong.length ? t("rules.wrong", { options: wrong.join(", ") }) : answer.error.message }),
        fault !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: t("rules.unfit", { message: fault }) })
      ] }),
      /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
        /* @__PURE__ */ createVNode2("button", { type: "button", class: "primary", disabled: answer.done === null, onClick: apply, children: t(state.shown === null || fault !== null ? "rules.apply_new" : "rules.apply") }),
        asked !== before && /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => change(null, answer.error === null ? before : rules.rules), children: t(answer.error === null ? "rules.start_again" : "rules.take_back") })
      ] })
    ] })
  ] });
}
function optionsWrong(message, changed2, rules) {
  return [.../* @__PURE__ */ new Set([optionNamed(message, rules), changed2])].filter((name) => name !== null);
}
function useFit(rules, before) {
  const { state } = useBoard();
  const { shown } = state;
  const question = shown === null || rules === null || rules.rules === before ? null : { question: "position", hand: withFields(shown.hand, { rules: rules.rules }), at: shown.at };
  return useAnswer(question).error?.message ?? null;
}
function Preset({ rules, onChoose }) {
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2("div", { class: "field", children: [
    /* @__PURE__ */ createVNode2("label", { class: "field", children: [
      /* @__PURE__ */ createVNode2("span", { children: t("rules.preset") }),
      /* @__PURE__ */ createVNode2("select", { value: rules.preset, "data-autofocus": true, onChange: (event) => onChoose(event.currentTarget.value), children: rules.presets.map(({ name }) => /* @__PURE__ */ createVNode2("option", { value: name, children: name }, name)) })
    ] }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: rules.presets.find(({ name }) => name === rules.preset)?.text })
  ] });
}
function Options({ rules, asked, error, wrong, onChange }) {
  const { t, count } = useTexts();
  const [search, setSearch] = useState("");
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const { set } = readDraft(asked);
  const groups = rules.groups.map(({ title, options: options3 }) => ({
    title,
    differing: options3.filter(({ differs }) => differs).length,
    options: options3.filter(
      (option) => wrong.includes(option.name) || matches(option, search.trim()) && (!onlyDiffering || option.differs)
    )
  })).filter(({ options: options3 }) => options3.length > 0);
  const filtered = search.trim() !== "" || onlyDiffering;
  const found = groups.reduce((sum, { options: options3 }) => sum + options3.length, 0);
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
      /* @__PURE__ */ createVNode2("label", { class: "field-inline", children: [
        /* @__PURE__ */ createVNode2("span", { children: t("rules.search") }),
        /* @__PURE__ */ createVNode2("input", { type: "search", value: search, onInput: (event) => setSearch(event.currentTarget.value) })
      ] }),
      /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
        /* @__PURE__ */ createVNode2(
          "input",
          {
            type: "checkbox",
            checked: onlyDiffering,
            onChange: (event) => setOnlyDiffering(event.currentTarget.checked)
          }
        ),
        t("rules.only_differing")
      ] }),
      /* @__PURE__ */ createVNode2("span", { class: "quiet", role: "status", children: filtered && count("rules.found", found) })
    ] }),
    /* @__PURE__ */ createVNode2("div", { children: groups.map(({ title, differing, options: options3 }) => /* @__PURE__ */ createVNode2(
      "details",
      {
        class: "option-group",
        open: filtered || options3.some(({ name }) => wrong.includes(name)) || void 0,
        children: [
          /* @__PURE__ */ createVNode2("summary", { children: [
            title,
            differing > 0 && /* @__PURE__ */ createVNode2("span", { class: "role", children: count("rules.differing", differing) })
          ] }),
          options3.map((option) => /* @__PURE__ */ createVNode2(
            OptionField,
            {
              option,
              value: set.get(option.name) ?? option.value,
              error: wrong.includes(option.name) ? error : null,
              onChange: (value) => onChange(option.name, withOption(asked, option.name, value)),
              onReset: () => onChange(option.name, withoutOption(asked, option))
            },
            option.name
          ))
        ]
      },
      title
    )) })
  ] });
}

// source/share/formats.ts
var FORMATS = [
  { format: "text", title: "share.text", about: "share.text.about" },
  { format: "diagram", title: "share.diagram", about: "share.diagram.about" },
  { format: "ptn", title: "share.ptn", about: "share.ptn.about" },
  { format: "svg", title: "share.svg", about: "share.svg.about" },
  { format: "png", title: "share.png", about: "share.png.about" },
  { format: "html", title: "share.html", about: "share.html.about" },
  { format: "json", title: "share.json", about: "share.json.about" }
];

// source/share/taking.ts
var SCALE = 2;
var PICTURE = "image/png";
var PAPER = "#ffffff";
function copyOf({ name, type, content }) {
  return { name, content: new Blob([content], { type }), text: content };
}
async function drawn(svg) {
  const address = URL.createObjectURL(new Blob([onPaper(svg.content)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = SCALE * image.naturalWidth;
    canvas.height = SCALE * image.naturalHeight;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("this browser draws no pictures");
    context.fillStyle = PAPER;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise((resolve) => canvas.toBlob(resolve, PICTURE));
    if (content === null) throw new Error("the picture cannot be drawn");
    return { name: svg.name.replace(/\.svg$/, ".png"), content, text: null };
  } finally {
    URL.revokeObjectURL(address);
  }
}
function onPaper(svg) {
  return svg.replace("color-scheme:light dark", "color-scheme:light");
}
async function toClipboard({ content, text }) {
  try {
    if (text !== null) await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ [PICTURE]: content })]);
    return true;
  } catch {
    return false;
  }
}
function toFile({ name, content }) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 6e4);
}

// source/dialogs/share.tsx
function ShareDialog() {
  const { state } = useBoard();
  const { t } = useTexts();
  const [said, setSaid] = useState("");
  if (state.shown === null) return /* @__PURE__ */ createVNode2("p", { children: t("share.nothing") });
  return /* @__PURE__ */ createVNode2("div", { class: "share-dialog", children: [
    /* @__PURE__ */ createVNode2(LinkField, { onSaid: setSaid }),
    /* @__PURE__ */ createVNode2(Formats, { onSaid: setSaid }),
    /* @__PURE__ */ createVNode2("p", { class: "status", role: "status", children: said })
  ] });
}
function LinkField({ onSaid }) {
  const { state } = useBoard();
  const { t } = useTexts();
  if (state.shown === null) return null;
  const fragment = `#${toFragment(state.shown)}`;
  const link = location.href.replace(/#.*$/s, "") + fragment;
  const copy = async (text) => {
    const copied = await toClipboard({ content: new Blob([]), text });
    onSaid(t(copied ? "share.link_copied" : "share.copy_refused"));
  };
  return /* @__PURE__ */ createVNode2("section", { class: "field", children: [
    /* @__PURE__ */ createVNode2("label", { class: "field", children: [
      /* @__PURE__ */ createVNode2("span", { children: t("share.link") }),
      /* @__PURE__ */ createVNode2(
        "input",
        {
          type: "text",
          class: "code",
          readOnly: true,
          value: link,
          "data-autofocus": true,
          "aria-describedby": "share-link-about",
          onFocus: (event) => event.currentTarget.select()
        }
      )
    ] }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", id: "share-link-about", children: t("share.link_about") }),
    /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
      /* @__PURE__ */ createVNode2("button", { type: "button", class: "primary", onClick: () => void copy(link), children: t("share.copy_link") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => void copy(fragment), children: t("share.copy_fragment") })
    ] })
  ] });
}
function Formats({ onSaid }) {
  const { state, inPlay } = useBoard();
  const { t } = useTexts();
  const asker = useAsking();
  const [busy, setBusy] = useState(null);
  const [byHand, setByHand] = useState(null);
  const [fault, setFault] = useState(null);
  const waiting = busy !== null && asker.waiting;
  const written = async (format) => {
    if (state.shown === null) return null;
    const answer = await asker.ask({
      question: "write",
      hand: state.shown.hand,
      // Only a hand that is played has points.
      ...inPlay === null ? {} : { at: state.shown.at },
      as: format === "png" ? "svg" : format,
      language: state.language
    });
    if (answer === null) return null;
    return format === "png" ? drawn(answer) : copyOf(answer);
  };
  const take = async (format, away) => {
    setBusy(format);
    setByHand(null);
    setFault(null);
    onSaid("");
    try {
      const copy = await written(format);
      if (copy !== null) onSaid(await away(copy));
    } catch (error2) {
      setFault(error2 instanceof Error ? error2.message : String(error2));
    } finally {
      setBusy(null);
    }
  };
  const copied = async (copy) => {
    if (await toClipboard(copy)) return t("share.copied", { name: copy.name });
    if (copy.text !== null) setByHand(copy.text);
    return t("share.copy_refused");
  };
  const saved = (copy) => {
    toFile(copy);
    return t("share.saved", { name: copy.name });
  };
  const error = asker.error?.message ?? fault;
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("ul", { class: "share-formats", children: FORMATS.map(({ format, title, about }) => /* @__PURE__ */ createVNode2("li", { "aria-busy": busy === format, children: [
      /* @__PURE__ */ createVNode2("div", { children: [
        /* @__PURE__ */ createVNode2("strong", { id: `share-${format}`, children: t(title) }),
        /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t(about) })
      ] }),
      /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
        /* @__PURE__ */ createVNode2(
          "button",
          {
            type: "button",
            "aria-label": t("share.copy_label", { what: t(title) }),
            "aria-disabled": waiting,
            onClick: () => waiting || void take(format, copied),
            children: t("share.copy")
          }
        ),
        /* @__PURE__ */ createVNode2(
          "button",
          {
            type: "button",
            "aria-label": t("share.download_label", { what: t(title) }),
            "aria-disabled": waiting,
            onClick: () => waiting || void take(format, saved),
            children: t("share.download")
          }
        )
      ] })
    ] }, format)) }),
    waiting && /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
      /* @__PURE__ */ createVNode2("span", { class: "quiet", children: t("share.waiting") }),
      asker.part?.of && /* @__PURE__ */ createVNode2("progress", { value: asker.part.done, max: asker.part.of, "aria-label": t("share.waiting") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", onClick: asker.cancel, children: t("form.cancel") })
    ] }),
    /* @__PURE__ */ createVNode2("div", { role: "alert", children: error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: error }) }),
    byHand !== null && /* @__PURE__ */ createVNode2("label", { class: "field", children: [
      /* @__PURE__ */ createVNode2("span", { children: t("share.by_hand") }),
      /* @__PURE__ */ createVNode2(
        "textarea",
        {
          rows: 6,
          readOnly: true,
          value: byHand,
          ref: (element) => element?.select()
        }
      )
    ] })
  ] });
}

// source/play/view.ts
var CARD = /^(?:[SHDC][2-9TJQKA]|[BL]J)(?::[SHDC])?$/;
function isCard(act) {
  return CARD.test(act);
}
function placeOf(view, name) {
  return name === null ? -1 : view.names.indexOf(name);
}
function fromPerson(view) {
  const { chairs, names } = view;
  const start = Math.max(0, chairs.indexOf(placeOf(view, view.person)));
  return chairs.map((_, chair) => names[chairs[(start + chair) % chairs.length]]);
}
function isDummy(view, name) {
  return placeOf(view, name) >= view.players;
}
function areTogether(view, one, other) {
  return view.sides[placeOf(view, one)] === view.sides[placeOf(view, other)];
}
function otherActs(view) {
  return view.legal.filter((act) => view.stage !== "play" || !isCard(act));
}
function playableCards(view) {
  return view.stage === "play" && view.your_turn ? view.legal.filter(isCard) : [];
}
function trickAfter(before, view, act, hand) {
  if (view.trick.length > 0) return { cards: view.trick, winner: null };
  const led = before?.trick ?? [];
  if (before !== null && act !== null && hand !== null && isCard(act) && before.stage === "play") {
    const taken = view.tricks_won.findIndex((won, place2) => won > (before.tricks_won[place2] ?? 0));
    return { cards: [...led, { seat: hand, card: act }], winner: view.names[taken] ?? null };
  }
  return view.last_trick ?? { cards: [], winner: null };
}
function tricksOfSide(view) {
  const ours = view.names.filter((name) => areTogether(view, name, view.person)).reduce((sum, name) => sum + (view.tricks_won[placeOf(view, name)] ?? 0), 0);
  const all = view.tricks_won.reduce((sum, won) => sum + won, 0);
  return { ours, theirs: all - ours };
}
function nextGame({ rules, strength, samples, seat }, view, result) {
  const players = view.names.slice(0, view.players);
  const step = result.void === "same_dealer" ? 0 : 1;
  const dealer = players[(players.indexOf(view.dealer) + step) % players.length];
  const scores = players.map((_, player) => (result.scores[player] ?? 0) + (result.points[player] ?? 0));
  const isWon = result.target !== null && scores.some((score) => score >= (result.target ?? 0));
  return {
    rules,
    strength,
    seat,
    seed: newSeed(),
    ...samples === void 0 ? {} : { samples },
    ...dealer === void 0 ? {} : { dealer },
    ...isWon || scores.every((score) => score === 0) ? {} : { scores }
  };
}
function sameCards(game, view) {
  const { acts: _, ...begun } = game;
  const players = view.names.slice(0, view.players);
  const seat = players[(players.indexOf(game.seat) + 1) % players.length] ?? game.seat;
  return { ...begun, seat };
}
function newSeed() {
  return Math.floor(Math.random() * 2 ** 31);
}

// source/calls.tsx
var BID = /^(\d+)(NT|[SHDC])?([-+~])?$/;
function parseBid(call) {
  const found = BID.exec(call);
  if (found === null) return null;
  const [, level = "", trump, direction] = found;
  return { level, trump, direction };
}
function isPass(call) {
  return call.toLowerCase() === "pass";
}
function callWords({ t }, call) {
  if (isPass(call)) return t("call.pass");
  const bid = parseBid(call);
  if (bid === null) return call;
  const words = [
    bid.level,
    ...bid.trump ? [t(`suit.${bid.trump}`)] : [],
    ...bid.direction ? [t(`direction.${bid.direction}`)] : []
  ];
  return words.join(" ");
}
function CallText({ call }) {
  const texts = useTexts();
  const bid = parseBid(call);
  if (bid === null) return /* @__PURE__ */ createVNode2("span", { class: "call-text", children: callWords(texts, call) });
  const trump = bid.trump === "NT" ? texts.t("suit.NT.short") : bid.trump ? SYMBOLS[bid.trump] : "";
  return /* @__PURE__ */ createVNode2("span", { class: `call-text suit-${bid.trump ?? "none"}`, children: [
    /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: [
      bid.level,
      trump,
      bid.direction ? ARROWS[bid.direction] : ""
    ] }),
    /* @__PURE__ */ createVNode2("span", { class: "spoken", children: callWords(texts, call) })
  ] });
}

// source/play/words.ts
function nameIn(texts, view, name) {
  if (name === view.person) return texts.t("play.you");
  if (isDummy(view, name)) {
    if (view.names.length - view.players === 1) return texts.t("play.dummy");
    return texts.t(areTogether(view, name, view.person) ? "play.dummy_own" : "play.dummy_other");
  }
  return playerName(texts, name);
}
function playerName(texts, name) {
  return /^\d+$/.test(name) ? texts.t("play.player_number", { number: name }) : texts.seat(name);
}
function fullName(texts, view, name) {
  if (name !== view.person) return nameIn(texts, view, name);
  return texts.t("play.you_seat", { seat: playerName(texts, name) });
}
function doneText(texts, view, stage, { seat, hand, act }) {
  const { t } = texts;
  const name = nameIn(texts, view, hand ?? seat ?? view.dealer);
  if (act === null) return t("play.done.hidden", { name });
  if (stage === "discard") {
    const count = parseCards(act).length;
    const isSeen = hand !== null && view.discards[placeOf(view, hand)] !== null;
    return isSeen ? t("play.done.discards", { name, cards: parseCards(act).map(texts.card).join(", ") }) : texts.count("play.done.discarded", count, { name });
  }
  return t("play.done.act", { name, act: actText(texts, stage, act) });
}
function actText(texts, stage, act) {
  const { t } = texts;
  const lower = act.toLowerCase();
  if (stage === "auction" && !isWord(lower)) return callWords(texts, act);
  if (stage === "declaration" && !isWord(lower)) return texts.strain(act);
  if (isCard(act)) return cardWords(texts, act);
  const [first = "", second = ""] = lower.split(" ");
  switch (first) {
    case "claim":
      return /^\d+$/.test(second) ? texts.count("play.act.claim", Number(second)) : t("play.act.claim_all");
    case "correct":
      return t("play.act.correct", { card: cardWords(texts, act.split(" ")[1] ?? "") });
    case "accept":
    case "contest":
    case "concede":
    case "resign":
    case "settle":
    case "keep":
    case "swap":
    case "redeal":
    case "misdeal":
      return t(`play.act.${first}`);
  }
  return stage === "discard" ? parseCards(act).map(texts.card).join(", ") : act;
}
function isWord(act) {
  return /^(claim|concede|accept|contest|resign|redeal|misdeal)\b/.test(act);
}
function cardWords(texts, act) {
  const suit = act.split(":")[1];
  const card = texts.card(plainCard(act));
  return suit ? texts.t("play.act.joker", { card, suit: texts.t(`suit.${suit}`) }) : card;
}
function turnText(texts, view) {
  const { t } = texts;
  if (view.stage === "over") return t("play.over");
  if (!view.your_turn) {
    return view.to_act === null ? t("play.turn.wait") : t("play.turn.another", { name: nameIn(texts, view, view.to_act) });
  }
  switch (view.stage) {
    case "discard":
      return texts.count("play.turn.discard", view.discard_number);
    case "play": {
      const hand = view.hand_to_play;
      if (hand !== null && hand !== view.person) return t("play.turn.play_for", { name: nameIn(texts, view, hand) });
      return t("play.turn.play");
    }
    case "claim": {
      const claim = view.claims.at(-1);
      if (claim === void 0) return t("play.turn.settlement");
      return t("play.turn.claim", { name: nameIn(texts, view, claim.seat), count: claim.tricks, left: claim.left });
    }
    default:
      return t(`play.turn.${view.stage}`);
  }
}

// source/dialogs/play.tsx
var STRENGTHS = ["quick", "normal", "strong"];
function PlayDialog() {
  const { state, rules, dispatch } = useBoard();
  const connection = useConnection();
  const texts = useTexts();
  const { t } = texts;
  const hand = state.shown?.hand;
  const [preset, setPreset] = useState("");
  const [seat, setSeat] = useState("");
  const [strength, setStrength] = useState("normal");
  const [isNew, setIsNew] = useState(hand === void 0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(null);
  const onBoard = rules?.rules ?? "bid_whist";
  const chosen = preset || onBoard;
  const answer = useAnswer({ question: "rules", rules: chosen, language: texts.language });
  const seats = answer.done === null ? [] : playersOf(answer.done);
  const mayKeep = hand !== void 0 && !preset && answer.done?.players === answer.done?.seats.length;
  const player = seats.includes(seat) ? seat : seats[2] ?? seats[0] ?? "";
  const start = () => {
    setBusy(true);
    setError(null);
    const kept = !isNew && mayKeep ? { deal: hand.deal, ...hand.dealer ? { dealer: hand.dealer } : {} } : {};
    const game = { rules: chosen, strength, seed: newSeed(), ...kept, ...player ? { seat: player } : {} };
    connection.ask({ question: "new_game", ...game }).promise.then((playing) => {
      dispatch({ do: "dialog", dialog: null });
      dispatch({ do: "playing", playing });
    }).catch((reason) => {
      setBusy(false);
      setError(reason.message);
    });
  };
  return /* @__PURE__ */ createVNode2(
    "form",
    {
      class: "play-form",
      onSubmit: (event) => {
        event.preventDefault();
        start();
      },
      children: [
        /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("dialog.play.about") }),
        /* @__PURE__ */ createVNode2("label", { class: "field", children: [
          /* @__PURE__ */ createVNode2("span", { children: t("dialog.play.rules") }),
          /* @__PURE__ */ createVNode2("select", { value: preset, onChange: (event) => setPreset(event.currentTarget.value), "data-autofocus": true, children: [
            /* @__PURE__ */ createVNode2("option", { value: "", children: t("dialog.play.rules_on_board", { rules: onBoard }) }),
            rules?.presets.map(({ name, text }) => /* @__PURE__ */ createVNode2("option", { value: name, children: text ? `${name}: ${text}` : name }, name))
          ] })
        ] }),
        /* @__PURE__ */ createVNode2("label", { class: "field", children: [
          /* @__PURE__ */ createVNode2("span", { children: t("dialog.play.seat") }),
          /* @__PURE__ */ createVNode2("select", { value: player, onChange: (event) => setSeat(event.currentTarget.value), children: seats.map((each) => /* @__PURE__ */ createVNode2("option", { value: each, children: playerName(texts, each) }, each)) })
        ] }),
        /* @__PURE__ */ createVNode2("fieldset", { class: "choices", children: [
          /* @__PURE__ */ createVNode2("legend", { children: t("dialog.play.strength") }),
          STRENGTHS.map((each) => /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
            /* @__PURE__ */ createVNode2("input", { type: "radio", name: "strength", checked: strength === each, onChange: () => setStrength(each) }),
            t(`dialog.play.strength.${each}`)
          ] }, each))
        ] }),
        mayKeep && /* @__PURE__ */ createVNode2("fieldset", { class: "choices", children: [
          /* @__PURE__ */ createVNode2("legend", { children: t("dialog.play.cards") }),
          /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
            /* @__PURE__ */ createVNode2("input", { type: "radio", name: "cards", checked: isNew, onChange: () => setIsNew(true) }),
            t("dialog.play.cards_new")
          ] }),
          /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
            /* @__PURE__ */ createVNode2("input", { type: "radio", name: "cards", checked: !isNew, onChange: () => setIsNew(false) }),
            t("dialog.play.cards_these")
          ] })
        ] }),
        (error ?? answer.error?.message) && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: error ?? answer.error?.message }),
        /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: /* @__PURE__ */ createVNode2("button", { type: "submit", class: "primary", disabled: busy || seats.length === 0, children: t("dialog.play.start") }) })
      ]
    }
  );
}
function playersOf({ players, seats }) {
  return players === seats.length ? seats : Array.from({ length: players }, (_, player) => String(player));
}

// source/dialogs/index.ts
var DIALOGS = [
  { key: "load", title: "dialog.load.title", component: LoadDialog, button: true },
  { key: "play", title: "dialog.play.title", component: PlayDialog, button: true },
  { key: "edit", title: "dialog.edit.title", component: EditDialog, button: false },
  { key: "rules", title: "dialog.rules.title", component: RulesDialog, button: true },
  { key: "share", title: "dialog.share.title", component: ShareDialog, button: true },
  { key: "help", title: "dialog.help.title", component: HelpDialog, button: true }
];

// source/header.tsx
var NAMES = { en: "English", es: "Español", it: "Italiano", sv: "Svenska" };
function Header() {
  const { state, dispatch } = useBoard();
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2("header", { class: "page-head", children: [
    /* @__PURE__ */ createVNode2("h1", { children: [
      /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", class: "logo", children: "♠" }),
      t("app.title")
    ] }),
    /* @__PURE__ */ createVNode2("div", { class: "page-tools", children: [
      DIALOGS.filter(({ button }) => button).map(({ key, title }) => /* @__PURE__ */ createVNode2(
        "button",
        {
          type: "button",
          class: key === "load" ? "primary" : "",
          "aria-haspopup": "dialog",
          onClick: () => dispatch({ do: "dialog", dialog: key }),
          children: t(title)
        },
        key
      )),
      /* @__PURE__ */ createVNode2("label", { children: [
        /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t("app.language") }),
        /* @__PURE__ */ createVNode2(
          "select",
          {
            value: state.language,
            onChange: (event) => dispatch({ do: "language", language: event.currentTarget.value }),
            children: LANGUAGES.map((language) => /* @__PURE__ */ createVNode2("option", { value: language, lang: language, children: NAMES[language] }, language))
          }
        )
      ] }),
      /* @__PURE__ */ createVNode2("label", { children: [
        /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t("app.theme") }),
        /* @__PURE__ */ createVNode2(
          "select",
          {
            value: state.theme,
            onChange: (event) => dispatch({ do: "theme", theme: event.currentTarget.value }),
            children: THEMES.map((theme) => /* @__PURE__ */ createVNode2("option", { value: theme, children: t(`app.theme.${theme}`) }, theme))
          }
        )
      ] })
    ] })
  ] });
}

// source/keys.ts
var PATIENCE = 2e3;
var TAKES_TEXT = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog";
function useKeys(board) {
  const current = useRef(board);
  current.current = board;
  useEffect(() => {
    const typed = new TypedCard();
    const onKey = (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || target?.closest(TAKES_TEXT)) return;
      if (handle(event, current.current, typed)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
function usePageKeys(keys) {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const run = target?.closest(TAKES_TEXT) ? void 0 : current.current[event.key.toLowerCase()];
      if (run === void 0) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
function handle(event, board, typed) {
  const { dispatch, state } = board;
  const key = event.key.toLowerCase();
  if (state.playing !== null && key !== "?") return false;
  if (event.ctrlKey || event.metaKey) {
    const redo = key === "y" || key === "z" && event.shiftKey;
    if (!redo && key !== "z") return false;
    dispatch({ do: redo ? "redo" : "undo" });
    return true;
  }
  if (key === "?") {
    dispatch({ do: "dialog", dialog: "help" });
    return true;
  }
  if (state.shown === null || board.inPlay === null) return false;
  const { at, hand } = state.shown;
  if (key === "arrowleft" || key === "arrowright") {
    const to = at + (key === "arrowleft" ? -1 : 1);
    if (to < 0 || to > lineOf(hand).length) return false;
    dispatch({ do: "go", at: to });
    return true;
  }
  const card = typed.add(key, event.timeStamp);
  if (card === null) return false;
  board.play(card);
  return true;
}
var TypedCard = class {
  suit = "";
  one = false;
  last = 0;
  add(key, time) {
    if (time - this.last > PATIENCE) this.clear();
    this.last = time;
    const letter = key.toUpperCase();
    if (letter.length !== 1) return null;
    if ("SHDC".includes(letter)) {
      this.suit = letter;
      this.one = false;
      return null;
    }
    if (letter === "B" || letter === "L") {
      this.clear();
      return `${letter}J`;
    }
    if (!this.suit) return null;
    if (letter === "1") {
      this.one = true;
      return null;
    }
    const rank = this.one ? letter === "0" ? "T" : "" : letter;
    const card = rank && RANKS.includes(rank) ? this.suit + rank : null;
    this.clear();
    return card;
  }
  clear() {
    this.suit = "";
    this.one = false;
  }
};

// source/panels/kitty/best.tsx
function Best({ position, answer }) {
  const texts = useTexts();
  const { t, count, number } = texts;
  const found = answer.done ?? answer.parts ?? {};
  const { best, tricks = 0, books = tricks, optimal, all = 0, ties } = found;
  const holder = texts.seat(position.holder ?? position.declarer);
  return /* @__PURE__ */ createVNode2("section", { "aria-busy": answer.waiting, children: [
    /* @__PURE__ */ createVNode2("h2", { children: [
      t("panel.kitty.best"),
      " ",
      /* @__PURE__ */ createVNode2(StrainText, { strain: position.strain })
    ] }),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: answer.error.message }),
    answer.waiting && best === void 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.searching", { seat: holder }) }),
    best !== void 0 && /* @__PURE__ */ createVNode2(Fragment, { children: [
      /* @__PURE__ */ createVNode2("p", { class: "discard-best", children: [
        /* @__PURE__ */ createVNode2(GiveUp, { cards: best, position, prominent: true }),
        /* @__PURE__ */ createVNode2("strong", { children: count("tricks", tricks) })
      ] }),
      books !== tricks && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.books", { count: number(books, 2) }) }),
      answer.waiting && optimal === void 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.counting") })
    ] }),
    optimal !== void 0 && /* @__PURE__ */ createVNode2("p", { children: count("panel.kitty.optimal", optimal, { all: number(all), some: number(optimal) }) }),
    optimal !== void 0 && optimal > 1 && ties !== void 0 && /* @__PURE__ */ createVNode2(Ties, { ...{ ties, optimal, position } })
  ] });
}
function Ties({ ties, optimal, position }) {
  const { t, number } = useTexts();
  const [open, setOpen] = useState(false);
  return /* @__PURE__ */ createVNode2("details", { class: "ties", onToggle: (event) => setOpen(event.currentTarget.open), children: [
    /* @__PURE__ */ createVNode2("summary", { children: t("panel.kitty.ties") }),
    open && /* @__PURE__ */ createVNode2(Fragment, { children: [
      ties.length < optimal && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.ties_first", { count: ties.length, all: number(optimal) }) }),
      /* @__PURE__ */ createVNode2(TieList, { ties, position })
    ] })
  ] });
}
function TieList({ ties, position }) {
  const list = useRef(null);
  useRoving(list);
  return /* @__PURE__ */ createVNode2("ul", { ref: list, children: ties.map((cards) => /* @__PURE__ */ createVNode2("li", { children: /* @__PURE__ */ createVNode2(GiveUp, { cards, position }) }, cards.join())) });
}
function GiveUp({ cards, position, prominent }) {
  const { t, card } = useTexts();
  const giveUp = useGiveUp();
  const isGiven = isOut(position, cards);
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2(CardsText, { cards }),
    /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        class: `small ${prominent && !isGiven ? "primary" : ""}`,
        "aria-disabled": isGiven,
        "aria-label": t(isGiven ? "panel.kitty.is_given" : "panel.kitty.give_cards", { cards: cards.map(card).join(", ") }),
        onClick: () => isGiven || giveUp(cards),
        children: t(isGiven ? "panel.kitty.given" : "panel.kitty.give")
      }
    )
  ] });
}
function useGiveUp() {
  const { state, dispatch, announce } = useBoard();
  const texts = useTexts();
  return (cards) => {
    const hand = state.shown?.hand;
    if (hand === void 0) return;
    dispatch({ do: "show", hand: withContract(hand, { discard: cards.join(" ") }) });
    announce(texts.t("panel.kitty.given_up", { cards: cards.map(texts.card).join(", ") }));
  };
}
function isOut(position, cards) {
  const out = new Set(position.out === null ? [] : parseHand(position.out));
  return out.size === cards.length && cards.every((card) => out.has(card));
}

// source/panels/kitty/marking.tsx
function Marking({ position, hand }) {
  const { state } = useBoard();
  const { t } = useTexts();
  const { hands, kitty } = dealOf(position);
  const pool = sortCards([...hands[position.seats.indexOf(position.holder ?? "")] ?? [], ...kitty]);
  const given = state.shown?.hand.discard && position.out !== null ? parseHand(position.out) : null;
  const start = `${pool.join()} ${given?.join() ?? ""}`;
  const [marks, setMarks] = useState({ start, cards: given ?? [] });
  const marked = marks.start === start ? marks.cards : given ?? [];
  const change = (cards) => setMarks({ start, cards });
  const isGiven = given !== null && given.join() === marked.join();
  const isWhole = marked.length === kitty.length;
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    given !== null && /* @__PURE__ */ createVNode2("section", { children: [
      /* @__PURE__ */ createVNode2("h2", { children: t("panel.kitty.at_table") }),
      /* @__PURE__ */ createVNode2("p", { children: /* @__PURE__ */ createVNode2(CardsText, { cards: given }) }),
      /* @__PURE__ */ createVNode2(Value, { hand, cards: given })
    ] }),
    /* @__PURE__ */ createVNode2("section", { children: [
      /* @__PURE__ */ createVNode2("h2", { children: t("panel.kitty.mark") }),
      /* @__PURE__ */ createVNode2(Toggles, { pool, kitty, marked, onChange: change }),
      /* @__PURE__ */ createVNode2("div", { class: "marked", children: [
        /* @__PURE__ */ createVNode2("div", { "aria-live": "polite", children: isGiven ? /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.mark_others") }) : isWhole ? /* @__PURE__ */ createVNode2(Value, { hand, cards: marked }) : /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.marked", { count: marked.length, size: kitty.length }) }) }),
        isWhole && /* @__PURE__ */ createVNode2("p", { class: "discard-best", children: /* @__PURE__ */ createVNode2(GiveUp, { cards: marked, position }) }),
        /* @__PURE__ */ createVNode2(
          "button",
          {
            type: "button",
            class: "small",
            "aria-disabled": marked.length === 0,
            onClick: () => marked.length > 0 && change([]),
            children: t("panel.kitty.clear")
          }
        )
      ] })
    ] })
  ] });
}
function Toggles({ pool, kitty, marked, onChange }) {
  const { announce } = useBoard();
  const texts = useTexts();
  const group = useRef(null);
  useRoving(group);
  const rows = [...SUITS.map((suit) => pool.filter((card) => suitOf(card) === suit)), pool.filter(isJoker)];
  const toggle = (card) => {
    if (marked.includes(card)) onChange(marked.filter((each) => each !== card));
    else if (marked.length < kitty.length) onChange(sortCards([...marked, card]));
    else announce(texts.count("panel.kitty.enough", kitty.length));
  };
  return /* @__PURE__ */ createVNode2("div", { class: "toggles", role: "group", "aria-label": texts.t("panel.kitty.mark"), ref: group, children: [
    rows.map(
      (cards, row) => cards.length > 0 && /* @__PURE__ */ createVNode2("div", { class: "toggles-row", children: cards.map((card) => /* @__PURE__ */ createVNode2(
        "button",
        {
          type: "button",
          class: `toggle-card ${suitClass(card)} ${kitty.includes(card) ? "toggle-kitty" : ""}`,
          "aria-pressed": marked.includes(card),
          "aria-label": kitty.includes(card) ? texts.t("panel.kitty.of_kitty", { card: texts.card(card) }) : texts.card(card),
          onClick: () => toggle(card),
          children: cardSymbols(card)
        },
        card
      )) }, row)
    ),
    /* @__PURE__ */ createVNode2("p", { class: "quiet toggle-legend", children: [
      /* @__PURE__ */ createVNode2("span", { class: "toggle-sample", "aria-hidden": "true" }),
      " ",
      texts.t("panel.kitty.dotted")
    ] })
  ] });
}
function Value({ hand, cards }) {
  const { t, count, number } = useTexts();
  const text = cards.join(" ");
  const answer = useAnswer(
    useMemo(() => ({ question: "discard_value", hand, cards: text }), [hand, text]),
    mergeParts
  );
  if (answer.error !== null) return /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message });
  const value = answer.done ?? answer.parts ?? {};
  const { tricks, lost = 0, as_good, all = 0 } = value;
  if (tricks === void 0) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.valuing") });
  return /* @__PURE__ */ createVNode2("p", { children: [
    /* @__PURE__ */ createVNode2("strong", { children: count("tricks", tricks) }),
    " ",
    lost > 0 ? /* @__PURE__ */ createVNode2("span", { class: "is-short", children: [
      "▾ ",
      count("panel.kitty.lost", lost)
    ] }) : /* @__PURE__ */ createVNode2("span", { class: "is-made", children: [
      "✓ ",
      t("panel.kitty.nothing_lost")
    ] }),
    " ",
    as_good !== void 0 && count(lost > 0 ? "panel.kitty.as_good" : "panel.kitty.optimal", as_good, {
      some: number(as_good),
      all: number(all)
    })
  ] });
}

// source/seat.tsx
function useSeatClass() {
  const { position } = useBoard();
  return (seat) => {
    const place2 = position?.seats.indexOf(seat) ?? -1;
    return `seat-${place2 >= 0 ? place2 : Number(seat) || 0}`;
  };
}
function SeatChoice({ label, seats, value, onChoose }) {
  const texts = useTexts();
  return /* @__PURE__ */ createVNode2("label", { class: "choice", children: [
    /* @__PURE__ */ createVNode2("span", { children: label }),
    /* @__PURE__ */ createVNode2("select", { value, onChange: (event) => onChoose(event.currentTarget.value), children: seats.map((seat) => /* @__PURE__ */ createVNode2("option", { value: seat, children: texts.seat(seat) }, seat)) })
  ] });
}
function SeatMark({ seat }) {
  const seatClass = useSeatClass();
  const texts = useTexts();
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("span", { class: `seat-mark ${seatClass(seat)}`, "aria-hidden": "true", children: seat }),
    /* @__PURE__ */ createVNode2("span", { class: "spoken", children: texts.seat(seat) })
  ] });
}
function PointsBySeat({ points }) {
  const { position } = useBoard();
  const texts = useTexts();
  const groups = /* @__PURE__ */ new Map();
  points.forEach((each, player) => {
    const seat = position?.seats.length === points.length ? position.seats[player] : String(player);
    groups.set(each, [...groups.get(each) ?? [], seat ?? String(player)]);
  });
  return /* @__PURE__ */ createVNode2("span", { class: "points", children: [...groups].map(([each, seats]) => /* @__PURE__ */ createVNode2("span", { class: "points-group", children: [
    seats.map((seat) => /* @__PURE__ */ createVNode2(SeatMark, { seat }, seat)),
    " ",
    /* @__PURE__ */ createVNode2("strong", { children: signed(texts.number(Math.abs(each), 2), each) })
  ] }, seats.join())) });
}
function signed(size, value) {
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size;
}
function lossText(texts, { seat, lost }) {
  return texts.count("trace.loses", lost, { seat: texts.seat(seat) });
}

// source/table/contract.tsx
function holderFor(hand, position) {
  return hand.discard ? position.holder ?? hand.holder : hand.holder;
}
function Contract({ position }) {
  const { state, dispatch, rules } = useBoard();
  const { t, seat: seatText, strain: strainText } = useTexts();
  if (state.shown === null) return null;
  const { hand } = state.shown;
  const strains = [.../* @__PURE__ */ new Set([...rules?.strains ?? [], ...position.strain ? [position.strain] : []])];
  const change = (changes) => dispatch({ do: "show", hand: withContract(hand, { holder: holderFor(hand, position), ...changes }) });
  const seats = position.seats.map((seat) => ({ value: seat, text: seatText(seat) }));
  return /* @__PURE__ */ createVNode2("div", { class: "contract", role: "group", "aria-label": t("contract.title"), children: [
    /* @__PURE__ */ createVNode2(
      Choice,
      {
        label: t("contract.strain"),
        value: position.strain ?? "",
        empty: t("contract.none"),
        options: strains.map((strain) => ({ value: strain, text: strainText(strain) })),
        onChoose: (strain) => change(
          strain ? { strain, declarer: position.declarer ?? position.seats[0] } : { strain, declarer: "", leader: "", holder: "", discard: "", level: "" }
        )
      }
    ),
    position.strain !== void 0 && /* @__PURE__ */ createVNode2(Fragment, { children: [
      /* @__PURE__ */ createVNode2(
        Choice,
        {
          label: t("contract.declarer"),
          value: position.declarer ?? "",
          options: seats,
          onChoose: (declarer) => change({ declarer, leader: "" })
        }
      ),
      /* @__PURE__ */ createVNode2(
        Choice,
        {
          label: t("contract.leader"),
          value: hand.leader ?? "",
          empty: t("contract.leader_by_rules"),
          options: seats,
          onChoose: (leader) => change({ leader })
        }
      )
    ] })
  ] });
}
function Choice({ label, value, empty, options: options3, onChoose }) {
  return /* @__PURE__ */ createVNode2("label", { class: "choice", children: [
    /* @__PURE__ */ createVNode2("span", { children: label }),
    /* @__PURE__ */ createVNode2("select", { value, onChange: (event) => onChoose(event.currentTarget.value), children: [
      empty !== void 0 && /* @__PURE__ */ createVNode2("option", { value: "", children: empty }),
      options3.map((option) => /* @__PURE__ */ createVNode2("option", { value: option.value, children: option.text }, option.value))
    ] })
  ] });
}

// source/panels/table.tsx
function TablePanel({ position }) {
  const { state, rules } = useBoard();
  const { t } = useTexts();
  const [wanted, setWanted] = useState(true);
  const hand = state.shown?.hand;
  const kitty = wanted && position.kitty !== null;
  const question = useMemo(() => hand ? questionAbout(hand, kitty) : null, [hand, kitty]);
  const answer = useAnswer(question, gatherCells);
  const cells = answer.done ? cellsOf(answer.done) : answer.parts ?? /* @__PURE__ */ new Map();
  const strains = answer.done?.strains ?? rules?.strains ?? [];
  const directions = [...new Set(strains.map((strain) => parseStrain(strain).direction))];
  return /* @__PURE__ */ createVNode2("div", { class: "panel-table", children: [
    position.kitty !== null && /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
      /* @__PURE__ */ createVNode2("input", { type: "checkbox", checked: wanted, onChange: (event) => setWanted(event.currentTarget.checked) }),
      t("panel.table.kitty")
    ] }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t(kitty ? "panel.table.about_kitty" : "panel.table.about") }),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message }),
    /* @__PURE__ */ createVNode2("div", { "aria-busy": answer.waiting, children: directions.map((direction) => /* @__PURE__ */ createVNode2(
      HeatMap,
      {
        caption: t(`panel.table.direction.${direction}`),
        strains: strains.filter((strain) => parseStrain(strain).direction === direction),
        cells,
        position,
        kitty,
        failed: answer.error !== null
      },
      direction
    )) })
  ] });
}
function questionAbout(hand, kitty) {
  const rest = { calls: "", level: "", leader: "", played: "", scores: "", title: "" };
  const contract = { strain: "", declarer: "", holder: "", discard: "" };
  const cards = withFields(hand, kitty || !hand.discard ? { ...rest, ...contract } : rest);
  return { question: "table", hand: cards, kitty };
}
function keyOf(seat, strain) {
  return `${seat} ${strain}`;
}
function gatherCells(cells, part) {
  const cell = { tricks: part.tricks, discard: part.discard ?? null };
  return new Map(cells ?? []).set(keyOf(part.seat, part.strain), cell);
}
function cellsOf({ rows, strains, tricks, discards }) {
  return new Map(
    rows.flatMap(
      (seat, row) => strains.map((strain, column) => {
        const cell = { tricks: tricks[row]?.[column] ?? 0, discard: discards?.[row]?.[column] ?? null };
        return [keyOf(seat, strain), cell];
      })
    )
  );
}
function HeatMap({ caption, strains, cells, position, kitty, failed: failed2 }) {
  const { t, seat: seatText } = useTexts();
  const body = useRef(null);
  useRoving(body, "[aria-pressed=true]");
  return /* @__PURE__ */ createVNode2("table", { class: "heat-map", children: [
    /* @__PURE__ */ createVNode2("caption", { children: caption }),
    /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t(kitty ? "panel.table.declarer" : "panel.table.leader") }),
      strains.map((strain) => /* @__PURE__ */ createVNode2("th", { scope: "col", children: /* @__PURE__ */ createVNode2(StrainText, { strain }) }, strain))
    ] }) }),
    /* @__PURE__ */ createVNode2("tbody", { ref: body, children: position.seats.map((seat) => /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "row", children: seatText(seat) }),
      strains.map((strain) => /* @__PURE__ */ createVNode2("td", { children: /* @__PURE__ */ createVNode2(HeatCell, { seat, strain, cell: cells.get(keyOf(seat, strain)), ...{ position, kitty, failed: failed2 } }) }, strain))
    ] }, seat)) })
  ] });
}
function NoCell({ failed: failed2 }) {
  const { t } = useTexts();
  if (failed2) return /* @__PURE__ */ createVNode2("span", { class: "heat", children: "–" });
  return /* @__PURE__ */ createVNode2("span", { class: "heat heat-waiting", "aria-label": t("panel.table.waiting"), role: "img" });
}
function HeatCell({ seat, strain, cell, position, kitty, failed: failed2 }) {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  if (cell === void 0) return /* @__PURE__ */ createVNode2(NoCell, { failed: failed2 });
  const most = Math.max(...position.dealt.map((text) => text.replace(/[.-]/g, "").length));
  const share = Math.min(1, cell.tricks / most);
  const heat = Math.abs(2 * share - 1);
  const names = { seat: texts.seat(seat), strain: texts.strain(strain) };
  const choose = () => {
    const hand = state.shown?.hand;
    if (hand === void 0) return;
    const taken = kitty && cell.discard ? { discard: cell.discard.join(" "), holder: "", leader: "" } : {};
    const open = { leader: seat, holder: holderFor(hand, position) };
    dispatch({ do: "show", hand: withContract(hand, { strain, declarer: seat, level: "", ...kitty ? taken : open }) });
  };
  return /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      class: share < 0.5 ? "heat heat-few" : "heat heat-many",
      style: { "--heat": String(heat) },
      "aria-pressed": position.strain === strain && position.declarer === seat,
      "aria-label": texts.count(kitty ? "panel.table.cell_kitty" : "panel.table.cell", cell.tricks, names),
      onClick: choose,
      children: cell.tricks
    }
  );
}

// source/panels/kitty/strains.tsx
function Strains({ position, waits }) {
  const { state, inPlay, rules } = useBoard();
  const texts = useTexts();
  const { t, count } = texts;
  const hand = state.shown?.hand;
  const [chosen, setChosen] = useState(null);
  const own = inPlay?.declarer;
  const declarer = chosen !== null && chosen.of === own ? chosen.seat : own ?? position.seats[0] ?? "";
  const question = useMemo(() => hand ? questionAbout2(hand, declarer, own) : null, [hand, declarer, own]);
  const key = JSON.stringify(question);
  const started = useRef("");
  if (!waits) started.current = key;
  const asks = started.current === key;
  const answer = useAnswer(asks ? question : null, gather2);
  const found = answer.done?.strains ?? answer.parts ?? [];
  const order = answer.done?.strains.map(({ strain }) => strain) ?? rules?.strains ?? [];
  const named2 = declarer === own ? found.find(({ strain }) => strain === inPlay?.strain) : void 0;
  const most = Math.max(...found.map(({ tricks }) => tricks));
  const timing = answer.done?.timing;
  return /* @__PURE__ */ createVNode2("section", { children: [
    /* @__PURE__ */ createVNode2("h2", { children: t("panel.kitty.strains") }),
    /* @__PURE__ */ createVNode2(
      SeatChoice,
      {
        label: t("contract.declarer"),
        seats: position.seats,
        value: declarer,
        onChoose: (seat) => setChosen({ of: own, seat })
      }
    ),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message }),
    timing !== void 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t(timing.startsWith("before") ? "panel.kitty.names_first" : "panel.kitty.looks_first") }),
    answer.done !== null && named2 !== void 0 && /* @__PURE__ */ createVNode2("p", { children: named2.tricks === most ? t("panel.kitty.named_best", { strain: texts.strain(named2.strain) }) : count("panel.kitty.named_lost", most - named2.tricks, { strain: texts.strain(named2.strain) }) }),
    /* @__PURE__ */ createVNode2(
      StrainTable,
      {
        order,
        found: new Map(found.map((each) => [each.strain, each])),
        best: answer.done === null ? [] : answer.done.best,
        position,
        declarer,
        waits: !asks || answer.waiting,
        failed: answer.error !== null
      }
    )
  ] });
}
function questionAbout2(hand, declarer, own) {
  const rest = { calls: "", level: "", strain: "", declarer: "", discard: "", played: "", scores: "", title: "" };
  const others = declarer === own ? {} : { holder: "", leader: "" };
  return { question: "kitty_strains", hand: withFields(hand, { ...rest, ...others }), declarer };
}
function gather2(found, part) {
  return [...(found ?? []).filter(({ strain }) => strain !== part.strain), part];
}
function StrainTable({ order, found, best, position, declarer, waits, failed: failed2 }) {
  const { t } = useTexts();
  const body = useRef(null);
  useRoving(body, "[aria-pressed=true]");
  return /* @__PURE__ */ createVNode2("table", { class: "strain-values", "aria-busy": waits, children: [
    /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t("contract.strain") }) }),
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.kitty.tricks") }),
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.kitty.discard") })
    ] }) }),
    /* @__PURE__ */ createVNode2("tbody", { ref: body, children: order.map((strain) => {
      const each = found.get(strain);
      return /* @__PURE__ */ createVNode2("tr", { class: best.includes(strain) ? "is-best" : "", children: [
        /* @__PURE__ */ createVNode2("th", { scope: "row", children: /* @__PURE__ */ createVNode2(StrainText, { strain }) }),
        /* @__PURE__ */ createVNode2("td", { children: each === void 0 ? /* @__PURE__ */ createVNode2(NoCell, { failed: failed2 }) : /* @__PURE__ */ createVNode2(Bar, { value: each, isBest: best.includes(strain), ...{ position, declarer } }) }),
        /* @__PURE__ */ createVNode2("td", { children: each !== void 0 && /* @__PURE__ */ createVNode2(CardsText, { cards: each.discard }) })
      ] }, strain);
    }) })
  ] });
}
function Bar({ value, isBest, position, declarer }) {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  const size = Math.max(...position.dealt.map((text) => text.replace(/[.-]/g, "").length));
  const names = { seat: texts.seat(declarer), strain: texts.strain(value.strain) };
  const label = texts.count("panel.table.cell_kitty", value.tricks, names);
  const choose = () => {
    const hand = state.shown?.hand;
    if (hand === void 0) return;
    const others = hand.declarer === declarer ? {} : { holder: "", leader: "" };
    const contract = { strain: value.strain, declarer, level: "", discard: value.discard.join(" "), ...others };
    dispatch({ do: "show", hand: withContract(hand, contract) });
  };
  return /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      class: "bar",
      style: { "--share": String(Math.min(1, value.tricks / size)) },
      "aria-pressed": position.strain === value.strain && position.declarer === declarer,
      "aria-label": isBest ? `${label}, ${texts.t("card.best")}` : label,
      onClick: choose,
      children: [
        /* @__PURE__ */ createVNode2("span", { class: "bar-fill" }),
        /* @__PURE__ */ createVNode2("span", { class: "bar-text", children: [
          texts.number(value.tricks, 2),
          isBest && " ★"
        ] })
      ]
    }
  );
}

// source/panels/kitty/panel.tsx
function KittyPanel({ position }) {
  const { state, inPlay } = useBoard();
  const { t } = useTexts();
  const hand = state.shown?.hand;
  const question = useMemo(() => hand && inPlay?.holder ? questionAbout3(hand) : null, [hand, inPlay?.holder]);
  const answer = useAnswer(question, mergeParts);
  if (hand === void 0 || position.kitty === null) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.none") });
  return /* @__PURE__ */ createVNode2("div", { class: "panel-sections", children: [
    inPlay === null && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.kitty.no_contract") }),
    inPlay !== null && question !== null && /* @__PURE__ */ createVNode2(Fragment, { children: [
      /* @__PURE__ */ createVNode2(Best, { position: inPlay, answer }),
      /* @__PURE__ */ createVNode2(Marking, { position: inPlay, hand: question.hand })
    ] }),
    /* @__PURE__ */ createVNode2(Strains, { position, waits: answer.waiting })
  ] });
}
function questionAbout3(hand) {
  const rest = { calls: "", level: "", discard: "", played: "", scores: "", title: "" };
  return { question: "discard", hand: withFields(hand, rest) };
}

// source/work.tsx
function Work({ label, work }) {
  return /* @__PURE__ */ createVNode2("label", { class: "work", children: [
    /* @__PURE__ */ createVNode2("span", { class: "quiet", children: label }),
    work === null ? /* @__PURE__ */ createVNode2("progress", {}) : /* @__PURE__ */ createVNode2("progress", { value: work.done, max: work.of })
  ] });
}

// source/table/details.tsx
function Details({ position }) {
  const { state, rules } = useBoard();
  const { t, seat: seatText } = useTexts();
  if (state.shown === null) return null;
  const seats = position.seats.map((seat) => ({ value: seat, text: seatText(seat) }));
  const players = Array.from({ length: rules?.players ?? position.seats.length }, (_, player) => {
    const name = seatName(player, rules?.players ?? position.seats.length);
    return { value: name, text: seatText(name) };
  });
  return /* @__PURE__ */ createVNode2("details", { class: "hand-details", children: [
    /* @__PURE__ */ createVNode2("summary", { children: t("details.summary") }),
    /* @__PURE__ */ createVNode2("div", { class: "details-fields", children: [
      /* @__PURE__ */ createVNode2(DetailField, { field: "title" }),
      /* @__PURE__ */ createVNode2(DetailField, { field: "dealer", choices: players }),
      rules?.has_auction !== false && /* @__PURE__ */ createVNode2(Fragment, { children: [
        /* @__PURE__ */ createVNode2(DetailField, { field: "calls", about: "details.calls.about" }),
        /* @__PURE__ */ createVNode2(DetailField, { field: "level", about: "details.level.about" })
      ] }),
      position.kitty !== null && /* @__PURE__ */ createVNode2(DetailField, { field: "holder", choices: seats }),
      /* @__PURE__ */ createVNode2(DetailField, { field: "scores", about: "details.scores.about" })
    ] })
  ] });
}
function openDetail(field) {
  const input = document.getElementById(`details-${field}`);
  const details = input?.closest("details");
  if (details) details.open = true;
  input?.focus();
}
function changed(hand, field, value) {
  if (field === "holder" && hand.discard) return withContract(hand, { holder: value, discard: "" });
  return withFields(hand, { [field]: value });
}
function DetailField({ field, about, choices }) {
  const { state, dispatch } = useBoard();
  const { t } = useTexts();
  const asker = useAsking();
  const given = state.shown?.hand[field] ?? "";
  const [value, setValue] = useState(given);
  useEffect(() => {
    setValue(given);
    asker.cancel();
  }, [given]);
  if (state.shown === null) return null;
  const { hand, at } = state.shown;
  const take = async (text) => {
    setValue(text);
    if (text.trim() === given) return asker.cancel();
    const next = changed(hand, field, text);
    const from = next.played === hand.played ? at : 0;
    const done = await asker.ask({ question: "position", hand: next, at: from });
    if (done !== null) dispatch({ do: "show", hand: next, at: from });
  };
  const id = `details-${field}`;
  const shared = {
    id,
    value,
    "aria-invalid": asker.error !== null,
    "aria-describedby": [about && `${id}-about`, asker.error && `${id}-error`].filter(Boolean).join(" ") || void 0
  };
  return /* @__PURE__ */ createVNode2("div", { class: `field detail-${field}`, children: [
    /* @__PURE__ */ createVNode2("label", { for: id, children: t(`details.${field}`) }),
    choices === void 0 ? /* @__PURE__ */ createVNode2(
      "input",
      {
        type: "text",
        ...shared,
        spellcheck: field === "title",
        autocomplete: "off",
        maxLength: 1e3,
        onInput: (event) => setValue(event.currentTarget.value),
        onChange: (event) => void take(event.currentTarget.value)
      }
    ) : /* @__PURE__ */ createVNode2("select", { ...shared, onChange: (event) => void take(event.currentTarget.value), children: [
      /* @__PURE__ */ createVNode2("option", { value: "", children: t(field === "holder" ? "contract.leader_by_rules" : "details.unknown") }),
      choices.map((choice) => /* @__PURE__ */ createVNode2("option", { value: choice.value, children: choice.text }, choice.value))
    ] }),
    about !== void 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", id: `${id}-about`, children: t(about) }),
    /* @__PURE__ */ createVNode2("div", { role: "alert", children: asker.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", id: `${id}-error`, children: asker.error.message }) })
  ] });
}

// source/panels/result/missing.tsx
function Missing({ text, field }) {
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2("p", { class: "missing", children: [
    text,
    " ",
    /* @__PURE__ */ createVNode2("button", { type: "button", class: "small", onClick: () => openDetail(field), children: t("panel.result.enter") })
  ] });
}

// source/panels/result/par.tsx
function Par() {
  const { state, rules } = useBoard();
  const { t } = useTexts();
  const hand = state.shown?.hand;
  const asks = rules?.has_auction && hand?.dealer;
  const question = useMemo(() => hand && asks ? questionAbout4(hand) : null, [hand, asks]);
  const answer = useAnswer(question);
  if (!rules?.has_auction) return null;
  return /* @__PURE__ */ createVNode2("section", { "aria-busy": answer.waiting, children: [
    /* @__PURE__ */ createVNode2("h2", { children: t("panel.result.par") }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.result.par_about") }),
    !hand?.dealer && /* @__PURE__ */ createVNode2(Missing, { text: t("panel.result.no_dealer"), field: "dealer" }),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message }),
    answer.waiting && /* @__PURE__ */ createVNode2(Work, { label: t("panel.result.par_working"), work: answer.parts }),
    answer.done !== null && /* @__PURE__ */ createVNode2(Found, { par: answer.done })
  ] });
}
function questionAbout4(hand) {
  const contract = { strain: "", level: "", declarer: "", leader: "", holder: "" };
  return { question: "par", hand: withFields(hand, { ...contract, calls: "", discard: "", played: "", title: "" }) };
}
function Found({ par }) {
  const texts = useTexts();
  const { t, count } = texts;
  const isPar = (points) => points.join() === par.points.join();
  const contracts = [...par.contracts].sort((one, other) => Number(isPar(other.points)) - Number(isPar(one.points)));
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("p", { children: /* @__PURE__ */ createVNode2(PointsBySeat, { points: par.points }) }),
    par.contracts.length === 0 && /* @__PURE__ */ createVNode2("p", { children: t("panel.result.thrown_in") }),
    /* @__PURE__ */ createVNode2("ul", { class: "par-contracts", children: contracts.map((each) => /* @__PURE__ */ createVNode2("li", { children: [
      /* @__PURE__ */ createVNode2("strong", { children: [
        each.level,
        " ",
        /* @__PURE__ */ createVNode2(StrainText, { strain: each.strain })
      ] }),
      " ",
      /* @__PURE__ */ createVNode2(SeatMark, { seat: String(each.declarer) }),
      " ",
      count("tricks", each.tricks),
      !isPar(each.points) && /* @__PURE__ */ createVNode2(Fragment, { children: [
        ", ",
        /* @__PURE__ */ createVNode2(PointsBySeat, { points: each.points })
      ] })
    ] }, `${each.level} ${each.strain} ${each.declarer}`)) }),
    /* @__PURE__ */ createVNode2("h3", { children: t("panel.result.calls") }),
    /* @__PURE__ */ createVNode2("ol", { class: "par-calls", children: par.calls.map(([seat, call], place2) => /* @__PURE__ */ createVNode2("li", { children: [
      /* @__PURE__ */ createVNode2(SeatMark, { seat: String(seat) }),
      " ",
      /* @__PURE__ */ createVNode2(CallText, { call })
    ] }, place2)) }),
    par.best_first_calls.length > 1 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: [
      t("panel.result.first_calls"),
      " ",
      par.best_first_calls.map((call, place2) => /* @__PURE__ */ createVNode2("span", { children: [
        place2 > 0 && ", ",
        /* @__PURE__ */ createVNode2(CallText, { call })
      ] }, call))
    ] })
  ] });
}

// source/panels/result/before.tsx
function ScoreBefore({ position }) {
  const { state, dispatch, rules } = useBoard();
  const { t } = useTexts();
  if (state.shown === null || rules === null) return null;
  const { hand, at } = state.shown;
  const change = (scores) => dispatch({ do: "show", hand: withFields(hand, { scores }), at });
  return /* @__PURE__ */ createVNode2("section", { children: [
    /* @__PURE__ */ createVNode2("h2", { children: t("panel.result.scores") }),
    /* @__PURE__ */ createVNode2(ScoreFields, { hand, groups: groupsOf(position, rules), onChange: change })
  ] });
}
function groupsOf(position, rules) {
  const { seats, side } = position;
  const partners = rules.players === seats.length && (side ? side.length > 1 : rules.game.endsWith("whist"));
  const sides = partners ? Math.max(2, seats.length / (side?.length ?? 2)) : rules.players;
  return Array.from(
    { length: sides },
    (_, first) => playersOf2(position, rules).filter((_2, place2) => place2 % sides === first)
  );
}
function playersOf2({ seats }, { players }) {
  return seats.length === players ? seats : Array.from({ length: players }, (_, player) => String(player));
}
function ScoreFields({ hand, groups, onChange }) {
  const texts = useTexts();
  const given = parseCards(hand.scores);
  const scores = groups.map((_, place2) => given[place2] ?? "0");
  const change = (place2, text) => {
    if (!/^-?\d{1,4}$/.test(text)) return;
    const changed2 = scores.map((score, each) => each === place2 ? String(Number(text)) : score);
    onChange(changed2.some((score) => score !== "0") ? changed2.join(" ") : "");
  };
  return /* @__PURE__ */ createVNode2("div", { class: "scores", role: "group", "aria-label": texts.t("panel.result.scores"), children: groups.map((seats, place2) => /* @__PURE__ */ createVNode2("label", { class: "choice", children: [
    /* @__PURE__ */ createVNode2("span", { children: seats.map(texts.seat).join(", ") }),
    /* @__PURE__ */ createVNode2(
      "input",
      {
        type: "number",
        step: "1",
        value: scores[place2],
        onChange: (event) => change(place2, event.currentTarget.value)
      }
    )
  ] }, seats.join())) });
}

// source/panels/result/scores.tsx
function Scores({ position }) {
  const { state, rules } = useBoard();
  const { t } = useTexts();
  const isScored = rules !== null && (!rules.has_auction || Boolean(state.shown?.hand.level));
  const hand = isScored ? state.shown?.hand : void 0;
  const isWhole = hand !== void 0 && position.length > 0 && position.length === cardsInPlay2(position);
  const played = useScore(hand && isWhole ? withFields(hand, { title: "" }) : null, null);
  const best = useBestScore(hand);
  if (hand === void 0) return rules && /* @__PURE__ */ createVNode2(Missing, { text: t("panel.result.no_level"), field: "level" });
  const columns = [
    ...isWhole ? [{ title: t("panel.result.as_played"), answer: played }] : [],
    { title: t("panel.result.double_dummy"), answer: best }
  ];
  return /* @__PURE__ */ createVNode2("section", { children: [
    /* @__PURE__ */ createVNode2("h2", { children: t("panel.result.score") }),
    !isWhole && lineOf(hand).length > 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.result.unfinished") }),
    columns.flatMap(
      ({ title, answer }) => answer.error === null ? [] : [
        /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message }, title)
      ]
    ),
    /* @__PURE__ */ createVNode2(ScoreTable, { columns })
  ] });
}
function cardsInPlay2(position) {
  return position.at + position.hands.join("").replace(/[.-]/g, "").length;
}
function useScore(hand, tricks) {
  const question = hand && { question: "score", hand, ...tricks === null ? {} : { tricks } };
  return useAnswer(question);
}
function useBestScore(hand) {
  const start = useMemo(() => hand && withFields(hand, { played: "", title: "" }), [hand]);
  const cards = start && withFields(start, { scores: "", calls: "", level: "" });
  const first = useAnswer(cards ? { question: "position", hand: cards, at: 0 } : null);
  const tricks = first.done?.values?.tricks;
  const score = useScore(start !== void 0 && tricks !== void 0 ? start : null, tricks ?? null);
  return first.error === null ? score : { ...score, error: first.error };
}
function ScoreTable({ columns }) {
  const { t, number, count } = useTexts();
  const scores = columns.map(({ answer }) => answer.done ?? answer.parts);
  const has = (field) => scores.some((score) => score !== null && score[field] !== null);
  return /* @__PURE__ */ createVNode2("table", { class: "score-table", children: [
    /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("td", {}),
      columns.map(({ title, answer }) => /* @__PURE__ */ createVNode2("th", { scope: "col", "aria-busy": answer.waiting, children: title }, title))
    ] }) }),
    /* @__PURE__ */ createVNode2("tbody", { children: [
      row("panel.result.tricks", (score) => number(score.tricks, 2)),
      has("books") && row(
        "panel.result.books",
        (score) => t("panel.result.of", { count: number(score.books ?? 0, 2), needed: number(score.needed ?? 0) })
      ),
      has("made") && row("panel.result.contract", (score) => /* @__PURE__ */ createVNode2("span", { class: score.made ? "is-made" : "is-short", children: score.boston ? `✓ ${t("panel.result.boston")}` : score.made ? `✓ ${t("panel.result.made", { count: number(score.over ?? 0, 2) })}` : `▾ ${count("panel.result.set", Math.abs(score.over ?? 0))}` })),
      has("odd_tricks") && row("panel.result.odd_tricks", (score) => bySide(score.odd_tricks)),
      has("honours") && row("panel.result.honours", (score) => bySide(score.honours)),
      row("panel.result.points", (score) => /* @__PURE__ */ createVNode2(PointsBySeat, { points: score.points })),
      columns.some(({ answer }) => answer.done?.equity) && row("panel.result.equity", (_, answer) => answer.done?.equity && /* @__PURE__ */ createVNode2(Equity, { equity: answer.done.equity }))
    ] })
  ] });
  function bySide(numbers) {
    return (numbers ?? []).map((each) => number(each)).join(" : ");
  }
  function row(title, cell) {
    return /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "row", children: t(title) }),
      columns.map(({ title: column, answer }, place2) => {
        const score = scores[place2];
        return /* @__PURE__ */ createVNode2("td", { children: score ? cell(score, answer) : answer.waiting ? "…" : "–" }, column);
      })
    ] });
  }
}
function Equity({ equity }) {
  const { t, number } = useTexts();
  const percent = (share) => t("panel.result.percent", { value: number(100 * (share ?? 0)) });
  return /* @__PURE__ */ createVNode2("ul", { class: "equity", children: equity.sides.map((side, place2) => /* @__PURE__ */ createVNode2("li", { children: [
    side.map((seat) => /* @__PURE__ */ createVNode2(SeatMark, { seat: String(seat) }, seat)),
    " ",
    /* @__PURE__ */ createVNode2("span", { class: "equity-change", children: [
      number(100 * (equity.before[place2] ?? 0)),
      " ",
      /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: "→" }),
      /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t("panel.result.then") }),
      " ",
      /* @__PURE__ */ createVNode2("strong", { children: percent(equity.after[place2]) })
    ] })
  ] }, side.join())) });
}

// source/panels/result/panel.tsx
function ResultPanel({ position }) {
  const { inPlay } = useBoard();
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2("div", { class: "panel-sections", children: [
    /* @__PURE__ */ createVNode2(ScoreBefore, { position }),
    inPlay === null ? /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.result.no_contract") }) : /* @__PURE__ */ createVNode2(Scores, { position: inPlay }),
    /* @__PURE__ */ createVNode2(Par, {})
  ] });
}

// source/panels/interval.tsx
var HEIGHT = 12;
function IntervalBar({ mean, interval, scale }) {
  const place2 = (value) => Math.max(0, Math.min(100, 100 * (value - scale.low) / (scale.high - scale.low || 1)));
  const [low, high] = interval ?? [mean, mean];
  const from = place2(low ?? scale.low);
  const to = place2(high ?? scale.high);
  const middle = HEIGHT / 2;
  const start = scale.zero === null ? null : place2(scale.zero);
  return /* @__PURE__ */ createVNode2("svg", { class: "interval", viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false", children: [
    /* @__PURE__ */ createVNode2("rect", { class: "interval-ground", x: "0", y: "1", width: "100", height: HEIGHT - 2 }),
    start !== null && /* @__PURE__ */ createVNode2(
      "rect",
      {
        class: "interval-bar",
        x: Math.min(start, place2(mean)),
        y: "1",
        width: Math.abs(place2(mean) - start),
        height: HEIGHT - 2
      }
    ),
    start !== null && start > 0 && /* @__PURE__ */ createVNode2("path", { class: "interval-zero", d: `M${start} 0V${HEIGHT}` }),
    /* @__PURE__ */ createVNode2("path", { class: "interval-whisker", d: `M${from} ${middle}H${to}M${from} 3V${HEIGHT - 3}M${to} 3V${HEIGHT - 3}` }),
    /* @__PURE__ */ createVNode2("path", { class: "interval-mean", d: `M${place2(mean)} 1V${HEIGHT - 1}` })
  ] });
}
function scaleOf(values, zero) {
  const all = values.flatMap(({ mean, interval }) => [mean, ...interval ?? []]).filter((each) => each !== null);
  const low = Math.min(...all, ...zero ? [0] : []);
  const high = Math.max(...all, ...zero ? [0] : []);
  return { low, high, zero: zero ? 0 : null };
}

// source/panels/estimates.tsx
function candidateOf(row) {
  if (row.call !== void 0) return row.call;
  if (row.card !== void 0) return row.named ? `${row.card}:${row.named}` : row.card;
  return row.cards?.join(" ") ?? row.strain ?? "";
}
function bestFirst(report) {
  const isBest = (row) => Number(candidateOf(row) === report.best);
  const value = (row) => row.equity ?? row.points ?? row.mean_tricks ?? 0;
  return [...report.rows].sort(
    (one, other) => isBest(other) - isBest(one) || value(other) - value(one) || (other.mean_tricks ?? 0) - (one.mean_tricks ?? 0)
  );
}
function valueOf(row, estimate) {
  const mean = estimate === "tricks" ? row.mean_tricks : row[estimate];
  return mean === null || mean === void 0 ? null : { mean, interval: row[`${estimate}_interval`] };
}
function estimateText(texts, estimate, value) {
  return formatted(texts, estimate, value, isChance(estimate) ? "percent" : "decimal");
}
function isChance(estimate) {
  return estimate === "make" || estimate === "equity";
}
function formatted(texts, estimate, value, style) {
  const digits = estimate === "make" ? 0 : 1;
  const signDisplay = "negative";
  const format = { signDisplay, style, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(texts.language, format).format(value).replace("-", "−");
}
function intervalText(texts, estimate, [low, high]) {
  if (low === null || high === null) return texts.t("estimate.unknown");
  const bound = (value) => formatted(texts, estimate, isChance(estimate) ? 100 * value : value, "decimal");
  return texts.t("estimate.interval", { low: bound(low), high: bound(high) });
}
function EstimatesTable({ report, caption, heading, estimates, name, actual, more, busy }) {
  const { t } = useTexts();
  const rows = bestFirst(report);
  const shown = estimates.filter((estimate) => rows.some((row) => valueOf(row, estimate) !== null));
  const scales = new Map(shown.map((estimate) => [estimate, scaleFor(rows, estimate)]));
  return /* @__PURE__ */ createVNode2("table", { class: "estimates", "aria-busy": busy, children: [
    /* @__PURE__ */ createVNode2("caption", { class: "spoken", children: caption }),
    /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: heading }),
      shown.map((estimate) => /* @__PURE__ */ createVNode2("th", { scope: "col", children: t(`estimate.${estimate}`) }, estimate)),
      more && /* @__PURE__ */ createVNode2("th", { scope: "col", class: "more-value", children: more.heading })
    ] }) }),
    /* @__PURE__ */ createVNode2("tbody", { children: rows.map((row) => {
      const candidate = candidateOf(row);
      const best = candidate === report.best;
      return /* @__PURE__ */ createVNode2("tr", { class: best ? "is-best" : "", children: [
        /* @__PURE__ */ createVNode2("th", { scope: "row", children: [
          /* @__PURE__ */ createVNode2("span", { class: "candidate", children: name(row) }),
          best && /* @__PURE__ */ createVNode2("span", { class: "mark mark-best", children: t("estimate.best") }),
          candidate.toLowerCase() === actual?.toLowerCase() && /* @__PURE__ */ createVNode2("span", { class: "mark mark-actual", children: t("estimate.actual") })
        ] }),
        shown.map((estimate) => /* @__PURE__ */ createVNode2("td", { children: /* @__PURE__ */ createVNode2(EstimateCell, { value: valueOf(row, estimate), estimate, scale: scales.get(estimate) }) }, estimate)),
        more && /* @__PURE__ */ createVNode2("td", { class: "more-value", children: more.of(row) })
      ] }, candidate);
    }) })
  ] });
}
function EstimateCell({ value, estimate, scale }) {
  const texts = useTexts();
  if (value === null) return /* @__PURE__ */ createVNode2("span", { class: "quiet", children: "–" });
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("span", { class: "estimate-mean", children: estimateText(texts, estimate, value.mean) }),
    /* @__PURE__ */ createVNode2(IntervalBar, { ...value, scale }),
    value.interval !== null && /* @__PURE__ */ createVNode2("span", { class: "estimate-range", children: intervalText(texts, estimate, value.interval) })
  ] });
}
function scaleFor(rows, estimate) {
  if (estimate === "make") return { low: 0, high: 1, zero: 0 };
  const values = rows.map((row) => valueOf(row, estimate)).filter((value) => value !== null);
  return scaleOf(values, estimate !== "equity");
}
function SampleLine({ report, waiting }) {
  const texts = useTexts();
  return /* @__PURE__ */ createVNode2("p", { class: "sample-line quiet", children: [
    waiting && /* @__PURE__ */ createVNode2("progress", { class: "sampling", "aria-label": texts.t("estimate.sampling") }),
    sampleText(texts, report, waiting)
  ] });
}
function sampleText(texts, report, waiting) {
  if (report === null) return texts.t("estimate.sampling");
  if (report.discards === "estimated") return texts.t(waiting ? "estimate.at_sight" : "estimate.at_sight_only");
  if (report.exact) return texts.count("estimate.exact", report.samples);
  const size = texts.number(report.effective_sample_size);
  return `${texts.count("estimate.samples", report.samples, { size })} ${texts.t(certainty(report))}`;
}
function certainty({ separated }) {
  return separated ? "estimate.separated" : "estimate.not_separated";
}

// source/panels/hiding.ts
function useHidden(hidden) {
  const { dispatch } = useBoard();
  const key = JSON.stringify(hidden);
  useLayoutEffect(() => {
    dispatch({ do: "hide", hidden });
  }, [key]);
  useLayoutEffect(() => () => dispatch({ do: "hide", hidden: null }), []);
}

// source/panels/bids.tsx
var LEAST_SAMPLES = 96;
var MOST_SAMPLES = 4096;
function BidsPanel({ position }) {
  const { state, rules, announce } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const hand = state.shown?.hand ?? { deal: "" };
  const [hides, setHides] = useState(true);
  const [chosen, setChosen] = useState(null);
  const auction = `${hand.deal} ${hand.dealer ?? ""} ${hand.calls ?? ""}`;
  const first = { seat: position.declarer ?? position.seats[0] ?? "", call: null };
  const { point, samples } = chosen?.key === auction ? chosen : { point: first, samples: LEAST_SAMPLES };
  const choose = (next, number = samples) => setChosen({ key: auction, point: next, samples: number });
  const hasAuction = rules?.has_auction ?? false;
  useHidden(hides && hasAuction ? hiddenFrom(position, point.seat) : null);
  const answer = useAnswer(hasAuction ? questionAbout5(hand, point, samples) : null);
  const report = answer.done?.report ?? answer.parts?.report ?? null;
  const known = useLastFor(auction, answer.done);
  useEffect(() => {
    if (answer.done !== null) announce(summary(texts, answer.done));
  }, [answer.done]);
  if (rules !== null && !hasAuction) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.bids.no_auction") });
  return /* @__PURE__ */ createVNode2("div", { class: "panel-advice", children: [
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.bids.about") }),
    /* @__PURE__ */ createVNode2("div", { class: "advice-choices", children: [
      /* @__PURE__ */ createVNode2(
        SeatChoice,
        {
          label: t("panel.bids.seat"),
          seats: position.seats,
          value: point.seat,
          onChoose: (seat) => choose({ seat, call: null })
        }
      ),
      /* @__PURE__ */ createVNode2(HideSwitch, { checked: hides, onChange: setHides })
    ] }),
    /* @__PURE__ */ createVNode2(Auction, { calls: callsOf(hand, position, known), point, answer: answer.done, onChoose: choose }),
    /* @__PURE__ */ createVNode2("p", { class: "advice-hand", children: [
      /* @__PURE__ */ createVNode2("strong", { children: texts.seat(point.seat) }),
      " ",
      /* @__PURE__ */ createVNode2(HandText, { text: position.dealt[position.seats.indexOf(point.seat)] })
    ] }),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: answer.error.message }),
    answer.error === null && /* @__PURE__ */ createVNode2(SampleLine, { report, waiting: answer.waiting }),
    answer.done?.auction === "assumed" && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.bids.assumed") }),
    report !== null && /* @__PURE__ */ createVNode2(
      EstimatesTable,
      {
        report,
        caption: t("panel.bids.caption", { seat: texts.seat(point.seat) }),
        heading: t("panel.bids.call"),
        estimates: ["make", "points", "equity"],
        name: (row) => /* @__PURE__ */ createVNode2(CallName, { row }),
        actual: answer.done?.actual ?? null,
        busy: answer.waiting
      }
    ),
    report !== null && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("estimate.about") }),
    /* @__PURE__ */ createVNode2(MoreSamples, { samples, done: answer.done !== null, onMore: (number) => choose(point, number) })
  ] });
}
function HideSwitch({ checked, onChange }) {
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2("label", { class: "switch", children: [
    /* @__PURE__ */ createVNode2("input", { type: "checkbox", checked, onChange: (event) => onChange(event.currentTarget.checked) }),
    t("panel.bids.hide")
  ] });
}
function MoreSamples(properties) {
  const { samples, done, onMore } = properties;
  const { t } = useTexts();
  if (!done || samples >= MOST_SAMPLES) return null;
  const more = Math.min(MOST_SAMPLES, 4 * samples);
  return /* @__PURE__ */ createVNode2("button", { type: "button", class: "more-samples", onClick: () => onMore(more), children: t("estimate.more", { count: more }) });
}
function CallName({ row }) {
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2(CallText, { call: row.call ?? "" }),
    row.strain && /* @__PURE__ */ createVNode2("span", { class: "candidate-strain", children: /* @__PURE__ */ createVNode2(StrainText, { strain: row.strain }) })
  ] });
}
function HandText({ text }) {
  const { t } = useTexts();
  if (text === void 0) return null;
  return /* @__PURE__ */ createVNode2("code", { "aria-label": t("panel.bids.cards"), children: formatHand(parseHand(text)) });
}
function questionAbout5(hand, { seat, call }, samples) {
  const cards = withFields(hand, {
    ...{ strain: "", level: "", declarer: "", leader: "", holder: "" },
    ...{ discard: "", played: "", title: "" }
  });
  return { question: "bids", hand: cards, seat, samples, ...call === null ? {} : { call } };
}
function hiddenFrom(position, seat) {
  return { seats: position.seats.filter((other) => other !== seat), kitty: position.kitty !== null };
}
function callsOf(hand, position, answer) {
  const calls = (hand.calls ?? "").split(/[\s,]+/).filter(Boolean);
  const dealer = position.seats.indexOf(hand.dealer ?? "");
  if (answer === null && dealer < 0) return [];
  return calls.map((call, number) => {
    const chance = answer?.chances.find((each) => each.call === number);
    const clockwise = position.seats[(dealer + 1 + number) % position.seats.length] ?? "";
    return { number, seat: chance?.seat ?? clockwise, call };
  });
}
function Auction({ calls, point, answer, onChoose }) {
  const texts = useTexts();
  const list = useRef(null);
  useRoving(list, "[aria-pressed=true]");
  if (calls.length === 0) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: texts.t("panel.bids.no_calls") });
  const first = calls.find((each) => each.seat === point.seat)?.number;
  const current = point.call ?? (answer?.seat === point.seat ? answer.heard.length : first);
  return /* @__PURE__ */ createVNode2("ol", { class: "auction", ref: list, "aria-label": texts.t("panel.bids.auction"), children: calls.map(({ number, seat, call }) => /* @__PURE__ */ createVNode2("li", { children: /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      "aria-pressed": number === current,
      "aria-label": texts.t("panel.bids.before", { seat: texts.seat(seat), call: callWords(texts, call) }),
      onClick: () => onChoose({ seat, call: number }),
      children: [
        /* @__PURE__ */ createVNode2("span", { class: "auction-seat", children: seat }),
        " ",
        /* @__PURE__ */ createVNode2(CallText, { call })
      ]
    }
  ) }, number)) });
}
function useLastFor(auction, done) {
  const last = useRef(null);
  if (done !== null) last.current = { auction, done };
  return last.current?.auction === auction ? last.current.done : null;
}
function summary(texts, { report, seat }) {
  const row = report.rows.find((each) => candidateOf(each) === report.best);
  const make = row?.make ?? null;
  const call = callWords(texts, report.best);
  const best = texts.t("panel.bids.best", { seat: texts.seat(seat), call });
  if (make === null) return best;
  return `${best} ${texts.t("panel.bids.best_makes", { chance: estimateText(texts, "make", make) })}`;
}

// source/panels/cards.tsx
var LEAST_SAMPLES2 = 48;
function CardsPanel({ position }) {
  const { state, inPlay, isCurrent, announce } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const [hides, setHides] = useState(true);
  const [opens, setOpens] = useState(false);
  const [chosen, setChosen] = useState(null);
  const key = JSON.stringify(state.shown);
  const samples = chosen?.key === key ? chosen.samples : LEAST_SAMPLES2;
  const seat = inPlay?.to_play ?? null;
  const asks = seat !== null && isCurrent;
  const answer = useAnswer(asks ? questionAbout6(state, samples) : null, gatherParts);
  const found = answer.done ?? answer.parts ?? {};
  const { report, view } = found;
  useHidden(hides && seat !== null ? hiddenBy(position, seat, view) : null);
  useEffect(() => {
    if (answer.done !== null) announce(summary2(texts, answer.done));
  }, [answer.done]);
  if (inPlay === null) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.cards.no_contract") });
  if (seat === null) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("trick.over") });
  return /* @__PURE__ */ createVNode2("div", { class: "panel-advice", children: [
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.cards.about", { seat: texts.seat(seat) }) }),
    /* @__PURE__ */ createVNode2("div", { class: "advice-choices", children: [
      /* @__PURE__ */ createVNode2(HideSwitch, { checked: hides, onChange: setHides }),
      /* @__PURE__ */ createVNode2("button", { type: "button", "aria-expanded": opens, onClick: () => setOpens(!opens), children: t("panel.cards.open") })
    ] }),
    view !== void 0 && view.seat !== view.to_play && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.cards.decides", { seat: texts.seat(view.seat) }) }),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: answer.error.message }),
    answer.error === null && /* @__PURE__ */ createVNode2(SampleLine, { report: report ?? null, waiting: answer.waiting || !isCurrent }),
    found.auction === "assumed" && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.bids.assumed") }),
    report !== void 0 && /* @__PURE__ */ createVNode2(
      EstimatesTable,
      {
        report,
        caption: t("panel.cards.caption", { seat: texts.seat(seat) }),
        heading: t("panel.cards.card"),
        estimates: ["tricks", "make", "points", "equity"],
        name: (row) => /* @__PURE__ */ createVNode2(CardText, { card: candidateOf(row) }),
        actual: found.actual ?? null,
        more: opens ? openColumn(texts, answer.done?.open ?? null) : void 0,
        busy: answer.waiting
      }
    ),
    report !== void 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("estimate.about") }),
    /* @__PURE__ */ createVNode2(
      MoreSamples,
      {
        samples,
        done: answer.done !== null && !answer.done.report.exact,
        onMore: (number) => setChosen({ key, samples: number })
      }
    )
  ] });
}
function questionAbout6({ shown }, samples) {
  if (shown === null) return null;
  return { question: "cards", hand: withFields(shown.hand, { title: "" }), at: shown.at, samples, open: true };
}
function gatherParts(parts, part) {
  return { ...parts, ...part };
}
function hiddenBy(position, seat, view) {
  if (view === void 0 || view.to_play !== seat) return hiddenFrom(position, seat);
  return { seats: position.seats.filter((_, place2) => view.hands[place2] === null), kitty: view.kitty === null };
}
function openColumn({ t }, open) {
  const values = new Map(open?.map(({ card, tricks }) => [card, tricks]));
  const most = Math.max(...values.values());
  const of = (row) => {
    const tricks = values.get(candidateOf(row)) ?? values.get(row.card ?? "");
    if (tricks === void 0) return /* @__PURE__ */ createVNode2("span", { class: "quiet", children: "…" });
    return /* @__PURE__ */ createVNode2("span", { class: tricks === most ? "open-best" : "", children: [
      tricks,
      tricks === most && /* @__PURE__ */ createVNode2(Fragment, { children: [
        /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: " ✓" }),
        /* @__PURE__ */ createVNode2("span", { class: "spoken", children: [
          ", ",
          t("estimate.best")
        ] })
      ] })
    ] });
  };
  return { heading: t("panel.cards.open_tricks"), of };
}
function summary2(texts, { report, view }) {
  const row = bestRow(report);
  const best = texts.t("panel.cards.best", { seat: texts.seat(view.to_play), card: texts.card(report.best) });
  if (row?.mean_tricks === null || row === void 0) return best;
  const tricks = estimateText(texts, "tricks", row.mean_tricks);
  return `${best} ${texts.t("panel.cards.best_tricks", { tricks })}`;
}
function bestRow(report) {
  return report.rows.find((row) => candidateOf(row) === report.best);
}

// source/panels/trace/accounts.tsx
function Accounts({ analysis, isDone }) {
  const { position } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  return /* @__PURE__ */ createVNode2("section", { children: [
    /* @__PURE__ */ createVNode2("table", { class: "accounts", children: [
      /* @__PURE__ */ createVNode2("caption", { children: t("panel.trace.accounts") }),
      /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
        /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.player") }),
        /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.bid") }),
        /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.discard") }),
        /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.play") }),
        /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.sum") })
      ] }) }),
      /* @__PURE__ */ createVNode2("tbody", { children: analysis.account.map((line) => /* @__PURE__ */ createVNode2("tr", { children: [
        /* @__PURE__ */ createVNode2("th", { scope: "row", children: /* @__PURE__ */ createVNode2("span", { class: "account-seat", children: [
          /* @__PURE__ */ createVNode2(SeatMark, { seat: String(line.seat) }),
          /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: position?.seats.length === 4 && texts.seat(String(line.seat)) })
        ] }) }),
        /* @__PURE__ */ createVNode2(Given, { value: line.bid, isWaiting: !isDone && isDeclarers(analysis, line, position?.declarer) }),
        /* @__PURE__ */ createVNode2(Given, { value: line.discard }),
        /* @__PURE__ */ createVNode2(Given, { value: line.play }),
        /* @__PURE__ */ createVNode2(Given, { value: line.play + (line.discard ?? 0) })
      ] }, line.seat)) })
    ] }),
    /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.trace.units") }),
    /* @__PURE__ */ createVNode2(Sum, { analysis }),
    /* @__PURE__ */ createVNode2(Verdicts, { analysis })
  ] });
}
function isDeclarers(analysis, line, declarer) {
  return analysis.points === null && String(line.seat) === declarer;
}
function Given({ value, isWaiting = false }) {
  const { t } = useTexts();
  if (value === null) {
    return /* @__PURE__ */ createVNode2("td", { class: "given-none", children: [
      /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: isWaiting ? "…" : "–" }),
      /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t(isWaiting ? "panel.table.waiting" : "panel.trace.not_his") })
    ] });
  }
  return /* @__PURE__ */ createVNode2("td", { class: value > 0 ? "given-some" : "", children: value });
}
function Sum({ analysis }) {
  const { t } = useTexts();
  const terms = [
    { sign: null, text: t(analysis.discard ? "panel.trace.sum_best" : "panel.trace.sum_play"), value: analysis.best },
    ...analysis.discard ? [{ sign: "−", text: t("panel.trace.sum_discard"), value: analysis.discard.lost }] : [],
    { sign: "−", text: t("panel.trace.sum_side"), value: analysis.given_by_declarer },
    { sign: "+", text: t("panel.trace.sum_defence"), value: analysis.given_by_defence },
    { sign: "=", text: t(analysis.finished ? "panel.trace.sum_taken" : "panel.trace.sum_end"), value: analysis.end }
  ];
  return /* @__PURE__ */ createVNode2("ul", { class: "sum", "aria-label": t("panel.trace.sum_title"), children: terms.map(({ sign, text, value }) => /* @__PURE__ */ createVNode2("li", { children: [
    /* @__PURE__ */ createVNode2("span", { class: "sum-value", children: [
      sign,
      " ",
      value
    ] }),
    /* @__PURE__ */ createVNode2("span", { class: "sum-text", children: text })
  ] }, text)) });
}
function Verdicts({ analysis }) {
  const texts = useTexts();
  const { t, number } = texts;
  const { discard, points } = analysis;
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    discard !== null && discard.lost > 0 && /* @__PURE__ */ createVNode2("p", { children: [
      t("panel.trace.better_discard", { tricks: discard.tricks, best: discard.best }),
      " ",
      /* @__PURE__ */ createVNode2(CardsText, { cards: discard.best_cards })
    ] }),
    points !== null && points.lost > 0 && /* @__PURE__ */ createVNode2("p", { children: t("panel.trace.better_contract", {
      contract: bidWords(texts, points.played),
      points: number(points.played.points),
      best: points.best.map((each) => bidWords(texts, each)).join(", "),
      best_points: number(points.best[0]?.points ?? 0)
    }) })
  ] });
}
function bidWords(texts, { contract }) {
  return callWords(texts, contract.split(" ")[0]);
}

// source/panels/trace/losses.tsx
function useJump() {
  const { dispatch, announce } = useBoard();
  const texts = useTexts();
  return (card) => {
    dispatch({ do: "go", at: card.number - 1 });
    announce(jumpText(texts, card));
  };
}
function jumpText(texts, { number, seat, card, before, after, lost, better }) {
  const names = { number, seat: texts.seat(seat), card: texts.card(card), before, after };
  const first = texts.t(lost > 0 ? "panel.trace.at_loss" : "panel.trace.at_card", names);
  if (lost === 0 || better.length === 0) return first;
  return `${first} ${texts.t("panel.trace.keeps", { cards: better.map(texts.card).join(", ") })}`;
}
function Losses({ hasAll }) {
  const { state, trace } = useBoard();
  const { t, count } = useTexts();
  const jump = useJump();
  const { losses } = trace;
  const at = state.shown?.at ?? 0;
  const previous = losses.filter(({ number }) => number - 1 < at).at(-1);
  const next = losses.find(({ number }) => number - 1 > at);
  const here = losses.find(({ number }) => number - 1 === at);
  usePageKeys({ n: () => next && jump(next), p: () => previous && jump(previous) });
  if (losses.length === 0) return hasAll ? /* @__PURE__ */ createVNode2("p", { class: "is-made", children: [
    "✓ ",
    t("panel.trace.no_losses")
  ] }) : null;
  return /* @__PURE__ */ createVNode2("section", { class: "losses", "aria-label": t("panel.trace.losses"), children: [
    /* @__PURE__ */ createVNode2("div", { class: "losses-bar", children: [
      /* @__PURE__ */ createVNode2(JumpButton, { label: t("panel.trace.previous"), sign: "‹", card: previous }),
      /* @__PURE__ */ createVNode2("span", { children: here === void 0 ? count("panel.trace.loss_count", losses.length) : t("panel.trace.loss_of", { number: losses.indexOf(here) + 1, count: losses.length }) }),
      /* @__PURE__ */ createVNode2(JumpButton, { label: t("panel.trace.next"), sign: "›", card: next })
    ] }),
    here !== void 0 && /* @__PURE__ */ createVNode2(Loss, { card: here })
  ] });
}
function JumpButton({ label, sign, card }) {
  const jump = useJump();
  return /* @__PURE__ */ createVNode2("button", { type: "button", class: "losses-jump", "aria-disabled": card === void 0, onClick: () => card && jump(card), children: [
    sign === "‹" && /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: "‹ " }),
    label,
    sign === "›" && /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: " ›" })
  ] });
}
function Loss({ card }) {
  const { t } = useTexts();
  const { play, inPlay, isCurrent } = useBoard();
  const playBetter = () => {
    play(card.better[0]);
    document.getElementById("panels-tab-trace")?.focus();
  };
  return /* @__PURE__ */ createVNode2("div", { class: "loss", children: [
    /* @__PURE__ */ createVNode2("p", { children: [
      /* @__PURE__ */ createVNode2(SeatMark, { seat: card.seat }),
      " ",
      /* @__PURE__ */ createVNode2("strong", { children: /* @__PURE__ */ createVNode2(CardText, { card: card.card }) }),
      " ",
      t("panel.trace.from_to", { before: card.before, after: card.after })
    ] }),
    card.better.length > 0 && /* @__PURE__ */ createVNode2("p", { children: [
      t("panel.trace.keeps_here", { count: card.before }),
      " ",
      /* @__PURE__ */ createVNode2(CardsText, { cards: card.better })
    ] }),
    card.better.length > 0 && canPlay(card, inPlay, isCurrent) && /* @__PURE__ */ createVNode2("button", { type: "button", class: "small", onClick: playBetter, children: [
      t("panel.trace.play_better"),
      " ",
      /* @__PURE__ */ createVNode2(CardText, { card: card.better[0] })
    ] })
  ] });
}
function canPlay(card, inPlay, isCurrent) {
  return isCurrent && inPlay !== null && inPlay.legal.includes(card.better[0] ?? "");
}

// source/panels/trace/tricks.tsx
function Tricks({ line, size }) {
  const { trace } = useBoard();
  const { t } = useTexts();
  const body = useRef(null);
  useRoving(body, "[aria-current]");
  const tricks = Array.from({ length: Math.ceil(line.length / size) }, (_, trick) => trick);
  return /* @__PURE__ */ createVNode2("table", { class: "trace-tricks", children: [
    /* @__PURE__ */ createVNode2("caption", { children: [
      t("panel.trace.caption"),
      /* @__PURE__ */ createVNode2("span", { class: "quiet", children: t("panel.trace.caption_about") })
    ] }),
    /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.trick") }),
      /* @__PURE__ */ createVNode2("th", { scope: "colgroup", colSpan: size, children: t("panel.trace.cards") }),
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("panel.trace.value") })
    ] }) }),
    /* @__PURE__ */ createVNode2("tbody", { ref: body, children: tricks.map((trick) => {
      const first = trick * size + 1;
      const last = Math.min(first + size - 1, line.length);
      return /* @__PURE__ */ createVNode2("tr", { children: [
        /* @__PURE__ */ createVNode2("th", { scope: "row", children: trick + 1 }),
        Array.from({ length: size }, (_, turn) => /* @__PURE__ */ createVNode2("td", { children: first + turn <= last && /* @__PURE__ */ createVNode2(TracedButton, { number: first + turn, card: line[first + turn - 1] ?? "" }) }, turn)),
        /* @__PURE__ */ createVNode2("td", { class: "trace-value", children: trace.cards.get(last)?.after ?? "" })
      ] }, trick);
    }) })
  ] });
}
function TracedButton({ number, card }) {
  const { state, trace, dispatch } = useBoard();
  const texts = useTexts();
  const seatClass = useSeatClass();
  const jump = useJump();
  const traced = trace.cards.get(number);
  const name = texts.t("line.card", { number, card: texts.card(card) });
  const who = traced && (traced.lost > 0 ? lossText(texts, traced) : texts.seat(traced.seat));
  return /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      class: `traced ${traced && traced.lost > 0 ? `traced-loss ${seatClass(traced.seat)}` : ""}`,
      "aria-current": state.shown?.at === number - 1 ? "step" : void 0,
      "aria-label": who === void 0 ? `${name}, ${texts.t("panel.table.waiting")}` : `${name}, ${who}`,
      onClick: () => traced ? jump(traced) : dispatch({ do: "go", at: number - 1 }),
      children: [
        /* @__PURE__ */ createVNode2("span", { class: "traced-seat", children: traced?.seat ?? "·" }),
        /* @__PURE__ */ createVNode2("span", { class: `traced-card ${suitClass(card)}`, children: cardSymbols(card) }),
        traced !== void 0 && traced.lost > 0 && /* @__PURE__ */ createVNode2("span", { class: `loss-mark ${seatClass(traced.seat)}`, children: [
          "−",
          traced.lost
        ] })
      ]
    }
  );
}

// source/panels/trace/panel.tsx
function TracePanel() {
  const { state, inPlay, trace } = useBoard();
  const { t } = useTexts();
  const hand = state.shown?.hand;
  if (hand === void 0 || inPlay === null) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.trace.no_contract") });
  const line = lineOf(hand);
  if (line.length === 0) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("panel.trace.no_cards") });
  return /* @__PURE__ */ createVNode2("div", { class: "panel-sections", children: [
    trace.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: trace.error.message }),
    !trace.isDone && trace.error === null && /* @__PURE__ */ createVNode2(Work, { label: t("panel.trace.working"), work: trace.work }),
    /* @__PURE__ */ createVNode2(Losses, { hasAll: trace.isDone || trace.cards.size === line.length }),
    /* @__PURE__ */ createVNode2(Tricks, { line, size: inPlay.seats.length }),
    trace.analysis !== null && /* @__PURE__ */ createVNode2(Accounts, { analysis: trace.analysis, isDone: trace.isDone })
  ] });
}

// source/panels/index.ts
var PANELS = [
  { key: "table", title: "panel.table.title", component: TablePanel },
  { key: "kitty", title: "panel.kitty.title", component: KittyPanel },
  { key: "bids", title: "panel.bids.title", component: BidsPanel },
  { key: "cards", title: "panel.cards.title", component: CardsPanel },
  { key: "trace", title: "panel.trace.title", component: TracePanel },
  { key: "result", title: "panel.result.title", component: ResultPanel }
];

// source/play/acts.tsx
function ActButtons({ view, isTurn, onAct }) {
  const texts = useTexts();
  const group = useRef(null);
  useRoving(group);
  const acts = isTurn ? otherActs(view) : [];
  if (acts.length === 0) return null;
  const rows = rowsOf(view.stage, acts);
  return /* @__PURE__ */ createVNode2("div", { class: "act-buttons", role: "group", "aria-label": texts.t("play.acts"), ref: group, children: rows.map((row) => /* @__PURE__ */ createVNode2("div", { class: "act-row", children: row.map((act) => /* @__PURE__ */ createVNode2("button", { type: "button", "data-act": act, onClick: () => onAct(act), children: /* @__PURE__ */ createVNode2(ActLabel, { act, view }) }, act)) }, row[0])) });
}
function rowsOf(stage, acts) {
  if (stage !== "auction") return [[...acts]];
  const rows = /* @__PURE__ */ new Map();
  for (const act of acts) {
    const level = parseBid(act)?.level ?? "";
    rows.set(level, [...rows.get(level) ?? [], act]);
  }
  return [...rows.values()];
}
function ActLabel({ act, view }) {
  const texts = useTexts();
  if (view.stage === "auction" && parseBid(act) !== null) return /* @__PURE__ */ createVNode2(CallText, { call: act });
  if (view.stage === "declaration" && /[-+~]$/.test(act)) return /* @__PURE__ */ createVNode2(StrainText, { strain: act });
  if (view.stage === "exchange" && (isJoker(act) || act.length === 2)) return /* @__PURE__ */ createVNode2(CardText, { card: act });
  return /* @__PURE__ */ createVNode2(Fragment, { children: actText(texts, view.stage, act) });
}
function ConfirmDiscard({ view, chosen, onConfirm }) {
  const { t } = useTexts();
  const isWhole = chosen.size === view.discard_number;
  return /* @__PURE__ */ createVNode2("div", { class: "confirm-discard", children: [
    /* @__PURE__ */ createVNode2("button", { type: "button", class: "primary", "aria-disabled": !isWhole, onClick: () => isWhole && onConfirm(), children: t("play.discard") }),
    /* @__PURE__ */ createVNode2("span", { role: "status", children: t("play.discard_count", { count: chosen.size, of: view.discard_number }) })
  ] });
}
function NameSuit({ card, onAct, onCancel }) {
  const { t, card: cardText } = useTexts();
  const label = t("joker.names", { card: cardText(plainCard(card)) });
  return /* @__PURE__ */ createVNode2("div", { class: "name-suit", role: "group", "aria-label": label, children: [
    /* @__PURE__ */ createVNode2("span", { children: label }),
    SUITS.map((suit, place2) => /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        "data-act": `${card}:${suit}`,
        class: `card-text suit-${suit}`,
        "aria-label": t(`suit.${suit}`),
        ref: (button) => {
          if (place2 === 0 && !button?.parentElement?.contains(document.activeElement)) button?.focus();
        },
        onClick: () => onAct(`${card}:${suit}`),
        children: SYMBOLS[suit]
      },
      suit
    )),
    /* @__PURE__ */ createVNode2("button", { type: "button", onClick: onCancel, children: t("play.cancel") })
  ] });
}
function claimable(view, most) {
  const numbers = Array.from({ length: most }, (_, fewer) => most - fewer);
  return view.may.concede ? [...numbers, 0] : numbers;
}
function Claims({ view, isTurn, onAct }) {
  const { t, count } = useTexts();
  const [open, setOpen] = useState(false);
  const [tricks, setTricks] = useState(null);
  const most = isTurn ? view.may.claim : null;
  const resigns = isTurn && view.may.resign;
  if (most === null && !resigns) return null;
  const claimed = Math.min(tricks ?? most ?? 0, most ?? 0);
  const act = (text) => {
    setOpen(false);
    setTricks(null);
    onAct(text);
  };
  return /* @__PURE__ */ createVNode2("div", { class: "claims", children: [
    /* @__PURE__ */ createVNode2("button", { type: "button", "aria-expanded": open, onClick: () => setOpen(!open), children: t("play.claim") }),
    open && /* @__PURE__ */ createVNode2("div", { class: "claim-form", role: "group", "aria-label": t("play.claim"), children: [
      most !== null && /* @__PURE__ */ createVNode2(Fragment, { children: [
        /* @__PURE__ */ createVNode2("label", { class: "choice", children: [
          /* @__PURE__ */ createVNode2("span", { children: t("play.claim_tricks") }),
          /* @__PURE__ */ createVNode2("select", { value: claimed, onChange: (event) => setTricks(Number(event.currentTarget.value)), children: claimable(view, most).map((number) => /* @__PURE__ */ createVNode2("option", { value: number, children: t("play.claim_of", { count: number, of: view.left }) }, number)) })
        ] }),
        /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => act(claimed === 0 ? "concede" : `claim ${claimed}`), children: claimed === 0 ? t("play.act.concede") : count("play.act.claim", claimed) })
      ] }),
      resigns && /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => act("resign"), children: t("play.act.resign") })
    ] })
  ] });
}

// source/play/hint.tsx
function Hint({ game, view }) {
  const texts = useTexts();
  const { t } = texts;
  const [opens, setOpens] = useState(false);
  const answer = useAnswer({ question: "hint", game });
  const report = answer.done?.report ?? answer.parts?.report ?? null;
  return /* @__PURE__ */ createVNode2("section", { class: "hint panel-advice", "aria-label": t("play.hint"), children: [
    /* @__PURE__ */ createVNode2("h2", { children: t("play.hint") }),
    answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: answer.error.message }),
    /* @__PURE__ */ createVNode2("p", { class: "hint-act", role: "status", children: answer.done !== null && t("play.hint_act", { act: actText(texts, view.stage, answer.done.act) }) }),
    (answer.waiting || report !== null) && /* @__PURE__ */ createVNode2(SampleLine, { report, waiting: answer.waiting }),
    answer.done?.report === null && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: t("play.hint_heuristic") }),
    report !== null && /* @__PURE__ */ createVNode2(
      EstimatesTable,
      {
        report,
        caption: t("play.hint"),
        heading: t("play.hint_candidate"),
        estimates: ["tricks", "make", "points", "equity"],
        name: (row) => /* @__PURE__ */ createVNode2(Candidate, { row }),
        busy: answer.waiting
      }
    ),
    answer.done !== null && !opens && /* @__PURE__ */ createVNode2("button", { type: "button", onClick: () => setOpens(true), children: t("play.hint_open") }),
    opens && /* @__PURE__ */ createVNode2(OpenHint, { game, view })
  ] });
}
function Candidate({ row }) {
  if (row.call !== void 0) return /* @__PURE__ */ createVNode2(CallText, { call: row.call });
  if (row.card !== void 0) return /* @__PURE__ */ createVNode2(CardText, { card: candidateOf(row) });
  if (row.cards !== void 0) return /* @__PURE__ */ createVNode2(CardsText, { cards: row.cards });
  return row.strain ? /* @__PURE__ */ createVNode2(StrainText, { strain: row.strain }) : null;
}
function OpenHint({ game, view }) {
  const texts = useTexts();
  const answer = useAnswer({ question: "hint", game, open: true });
  const open = answer.done?.open;
  if (answer.error !== null) return /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message });
  if (open === void 0 || open === null) return /* @__PURE__ */ createVNode2("p", { class: "quiet", children: texts.t("estimate.sampling") });
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("p", { role: "status", children: texts.t("play.hint_open_act", { act: actText(texts, view.stage, open.act) }) }),
    open.cards !== null && /* @__PURE__ */ createVNode2(OpenCards, { cards: open.cards, texts })
  ] });
}
function OpenCards({ cards, texts }) {
  return /* @__PURE__ */ createVNode2("ul", { class: "open-cards", children: [...cards].sort((one, other) => other.tricks - one.tricks).map(({ card, tricks }) => /* @__PURE__ */ createVNode2("li", { children: [
    /* @__PURE__ */ createVNode2(CardText, { card }),
    " ",
    texts.count("tricks", tricks)
  ] }, card)) });
}

// source/play/keys.ts
function useGameKeys(keys) {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const typed = new TypedCard();
    const onKey = (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target?.closest(TAKES_TEXT)) return;
      const { onCard, onPass, onTakeBack, onHint } = current.current;
      const card = typed.add(event.key.toLowerCase(), event.timeStamp);
      const act = { p: onPass, u: onTakeBack, i: onHint }[event.key.toLowerCase()];
      if (card !== null) onCard(card);
      else if (act) act();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

// source/play/result.tsx
function Result({ game, view, result }) {
  const { dispatch } = useBoard();
  const connection = useConnection();
  const texts = useTexts();
  const { t } = texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(null);
  const title = useRef(null);
  useEffect(() => title.current?.focus(), []);
  const fail = (reason) => {
    setBusy(false);
    setError(reason.message);
  };
  const start = (next) => {
    if (busy) return;
    setBusy(true);
    connection.ask({ question: "new_game", ...next }).promise.then((playing) => dispatch({ do: "playing", playing })).catch(fail);
  };
  const review = () => {
    if (busy) return;
    setBusy(true);
    connection.ask({ question: "finished", game }).promise.then(({ hand }) => {
      dispatch({ do: "show", hand });
      dispatch({ do: "panel", panel: "trace" });
    }).catch(fail);
  };
  return /* @__PURE__ */ createVNode2("section", { class: "game-result", "aria-labelledby": "game-result-title", children: [
    /* @__PURE__ */ createVNode2("h2", { id: "game-result-title", tabIndex: -1, ref: title, children: resultText(texts, view, result) }),
    /* @__PURE__ */ createVNode2(Scores2, { view, result }),
    error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: error }),
    /* @__PURE__ */ createVNode2("div", { class: "form-buttons", children: [
      /* @__PURE__ */ createVNode2("button", { type: "button", class: "primary", "aria-disabled": busy, onClick: review, children: t("play.review") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", "aria-disabled": busy, onClick: () => start(nextGame(game, view, result)), children: t("play.next") }),
      /* @__PURE__ */ createVNode2("button", { type: "button", "aria-disabled": busy, onClick: () => start(sameCards(game, view)), children: t("play.same_cards") })
    ] })
  ] });
}
function resultText(texts, view, result) {
  const { t } = texts;
  if (result.void !== null) return t("play.result.void");
  const side = view.sides[placeOf(view, view.declarer ?? view.person)] ?? 0;
  const books = result.books[side] ?? 0;
  if (result.made === null) return texts.count("play.result.tricks", books);
  const contract = view.contract === null ? result.contract ?? "" : contractText(texts, view, view.contract);
  return t(result.made ? "play.result.made" : "play.result.set", { contract, count: books });
}
function contractText(texts, view, { level, strain, declarer }) {
  return texts.t("play.contract", { level, strain: texts.strain(strain), name: nameIn(texts, view, declarer) });
}
function Scores2({ view, result }) {
  const texts = useTexts();
  const { t, number } = texts;
  return /* @__PURE__ */ createVNode2("table", { class: "game-scores", children: [
    /* @__PURE__ */ createVNode2("caption", { class: "spoken", children: t("play.scores") }),
    /* @__PURE__ */ createVNode2("thead", { children: /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("play.player") }),
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("play.tricks") }),
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("estimate.points") }),
      /* @__PURE__ */ createVNode2("th", { scope: "col", children: t("play.score") })
    ] }) }),
    /* @__PURE__ */ createVNode2("tbody", { children: view.names.map((name, player) => /* @__PURE__ */ createVNode2("tr", { children: [
      /* @__PURE__ */ createVNode2("th", { scope: "row", children: fullName(texts, view, name) }),
      /* @__PURE__ */ createVNode2("td", { children: result.tricks[player] ?? 0 }),
      /* @__PURE__ */ createVNode2("td", { children: isDummy(view, name) ? "–" : number(result.points[player] ?? 0) }),
      /* @__PURE__ */ createVNode2("td", { children: isDummy(view, name) ? "–" : number((result.scores[player] ?? 0) + (result.points[player] ?? 0)) })
    ] }, name)) })
  ] });
}

// source/play/side.tsx
function CallsSoFar({ view }) {
  const texts = useTexts();
  if (view.calls.length === 0) return null;
  return /* @__PURE__ */ createVNode2("section", { class: "game-calls", children: [
    /* @__PURE__ */ createVNode2("h2", { children: texts.t("play.auction") }),
    /* @__PURE__ */ createVNode2("ol", { class: "call-list", children: view.calls.map(({ seat, call }, place2) => /* @__PURE__ */ createVNode2("li", { children: [
      /* @__PURE__ */ createVNode2("span", { class: "quiet", children: nameIn(texts, view, seat) }),
      " ",
      /* @__PURE__ */ createVNode2(CallText, { call })
    ] }, place2)) })
  ] });
}
function Log({ entries }) {
  const { t } = useTexts();
  const list = useRef(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  if (entries.length === 0) return null;
  return /* @__PURE__ */ createVNode2("section", { class: "game-log", children: [
    /* @__PURE__ */ createVNode2("h2", { id: "game-log-title", children: t("play.log") }),
    /* @__PURE__ */ createVNode2("ol", { ref: list, tabIndex: 0, "aria-labelledby": "game-log-title", children: entries.map(({ text, acts }) => /* @__PURE__ */ createVNode2("li", { children: text }, acts)) })
  ] });
}
function Standing({ view }) {
  const texts = useTexts();
  const { t } = texts;
  const { ours, theirs } = tricksOfSide(view);
  const { contract } = view;
  return /* @__PURE__ */ createVNode2("dl", { class: "standing", children: [
    contract !== null && /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("contract.title") }),
      /* @__PURE__ */ createVNode2("dd", { children: [
        contract.level,
        " ",
        /* @__PURE__ */ createVNode2(StrainText, { strain: contract.strain }),
        " ",
        nameIn(texts, view, contract.declarer)
      ] })
    ] }),
    contract === null && view.strain !== null && /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("contract.strain") }),
      /* @__PURE__ */ createVNode2("dd", { children: /* @__PURE__ */ createVNode2(StrainText, { strain: view.strain }) })
    ] }),
    view.needed !== null && /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("play.needed") }),
      /* @__PURE__ */ createVNode2("dd", { children: view.needed })
    ] }),
    /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("play.tricks") }),
      /* @__PURE__ */ createVNode2("dd", { children: t("play.tricks_sides", { ours, theirs }) })
    ] }),
    /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("play.left") }),
      /* @__PURE__ */ createVNode2("dd", { children: view.left })
    ] })
  ] });
}

// source/table/trick.tsx
function Trick() {
  const { inPlay } = useBoard();
  const { t, seat: seatText } = useTexts();
  if (inPlay === null) {
    return /* @__PURE__ */ createVNode2("section", { class: "trick", "aria-label": t("trick.title"), children: /* @__PURE__ */ createVNode2("p", { class: "trick-empty", children: t("trick.no_contract") }) });
  }
  const last = inPlay.tricks.at(-1);
  const isBetween = inPlay.trick.length === 0 && last !== void 0;
  return /* @__PURE__ */ createVNode2("section", { class: "trick", "aria-label": t("trick.title"), children: [
    isBetween && /* @__PURE__ */ createVNode2("p", { class: "trick-caption", children: t("trick.last", { seat: seatText(last.winner) }) }),
    /* @__PURE__ */ createVNode2(
      TrickCards,
      {
        position: inPlay,
        cards: isBetween ? seated(inPlay, last.cards) : inPlay.trick,
        winner: isBetween ? last.winner : null
      }
    ),
    /* @__PURE__ */ createVNode2("p", { class: "trick-turn", children: inPlay.to_play === null ? t("trick.over") : t("trick.turn", { seat: seatText(inPlay.to_play) }) }),
    /* @__PURE__ */ createVNode2(Result2, { position: inPlay }),
    !isBetween && last !== void 0 && /* @__PURE__ */ createVNode2("p", { class: "trick-caption", children: [
      t("trick.last", { seat: seatText(last.winner) }),
      " ",
      /* @__PURE__ */ createVNode2(CardsText, { cards: last.cards })
    ] })
  ] });
}
function TrickCards({ position, cards, winner }) {
  const { t, seat: seatText } = useTexts();
  return /* @__PURE__ */ createVNode2("ul", { class: `${position.seats.length === 4 ? "trick-round" : "trick-row"} ${winner === null ? "" : "trick-last"}`, children: position.seats.map((seat) => {
    const played = cards.find((each) => each.seat === seat);
    const mark = seat === winner ? "trick-winner" : seat === position.to_play ? "trick-next" : "";
    return /* @__PURE__ */ createVNode2("li", { class: `trick-card trick-${seat} ${mark}`, children: [
      /* @__PURE__ */ createVNode2("span", { class: "trick-seat", "aria-hidden": "true", children: seat }),
      /* @__PURE__ */ createVNode2("span", { class: "spoken", children: [
        seatText(seat),
        ": "
      ] }),
      played === void 0 ? /* @__PURE__ */ createVNode2("span", { class: "trick-none", children: [
        /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: "·" }),
        /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t("trick.nothing") })
      ] }) : /* @__PURE__ */ createVNode2(CardText, { card: played.card })
    ] }, seat);
  }) });
}
function Result2({ position }) {
  const { values } = useBoard();
  const { t, count } = useTexts();
  const taken = position.side.reduce((sum, seat) => sum + (position.won[position.seats.indexOf(seat)] ?? 0), 0);
  const toCome = position.to_play === null ? 0 : values?.tricks;
  const known = toCome !== void 0;
  const total = taken + (toCome ?? 0) + position.kitty_books;
  const missing = position.needed === null ? 0 : position.needed - total;
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("p", { class: "trick-result", children: [
      /* @__PURE__ */ createVNode2("span", { children: t("trick.taken", { count: taken }) }),
      known && position.to_play !== null && /* @__PURE__ */ createVNode2("span", { children: t("trick.to_come", { count: toCome }) }),
      position.kitty_books > 0 && /* @__PURE__ */ createVNode2("span", { children: t("trick.kitty", { count: position.kitty_books }) })
    ] }),
    known && position.needed === null && /* @__PURE__ */ createVNode2("p", { class: "trick-total", children: count("tricks", total) }),
    known && position.needed !== null && /* @__PURE__ */ createVNode2("p", { class: `trick-total ${missing > 0 ? "is-short" : "is-made"}`, children: [
      t("trick.of_needed", { count: total, needed: position.needed }),
      " ",
      missing > 0 ? t("trick.short", { count: missing }) : t("trick.made")
    ] })
  ] });
}
function seated(position, cards) {
  const { hands } = dealOf(position);
  return cards.map((card) => {
    const dealt = hands.findIndex((hand) => hand.includes(plainCard(card)));
    return { seat: position.seats[dealt] ?? position.holder ?? "", card };
  });
}

// source/table/hands.tsx
function Hands({ position }) {
  const { inPlay } = useBoard();
  const round = position.seats.length === 4;
  return /* @__PURE__ */ createVNode2("div", { class: round ? "hands hands-round" : "hands hands-list", children: [
    position.seats.map((seat, index) => /* @__PURE__ */ createVNode2(HandOf, { seat, text: position.hands[index] ?? "...", won: inPlay?.won[index] }, seat)),
    /* @__PURE__ */ createVNode2(Trick, {})
  ] });
}
function HandOf({ seat, text, won }) {
  const { state, inPlay, values } = useBoard();
  const texts = useTexts();
  const element = useRef(null);
  useRoving(element);
  const cards = parseHand(text);
  const isHidden = state.hidden?.seats.includes(seat) ?? false;
  const toPlay = inPlay?.to_play === seat;
  const legal = new Set(toPlay ? inPlay.legal : []);
  const valued = new Map(values?.cards.map((value) => [value.card, value]));
  const roles = inPlay === null ? [] : rolesOf(seat, inPlay);
  const first = values?.cards[0]?.card;
  return /* @__PURE__ */ createVNode2(
    "section",
    {
      class: `hand hand-${seat} ${toPlay ? "hand-to-play" : ""}`,
      "aria-label": texts.t(toPlay ? "hand.label_to_play" : "hand.label", {
        seat: texts.seat(seat),
        count: cards.length
      }),
      children: [
        /* @__PURE__ */ createVNode2("h2", { class: "hand-name", children: [
          texts.seat(seat),
          roles.map((role) => /* @__PURE__ */ createVNode2("span", { class: "role", children: texts.t(role) }, role)),
          won !== void 0 && /* @__PURE__ */ createVNode2("span", { class: "won", children: texts.count("tricks", won) })
        ] }),
        isHidden ? /* @__PURE__ */ createVNode2(HiddenCards, { count: cards.length }) : suits()
      ]
    }
  );
  function suits() {
    return /* @__PURE__ */ createVNode2("div", { class: "suits", ref: element, children: [
      SUITS.map((suit) => /* @__PURE__ */ createVNode2(SuitRow, { suit, cards: cards.filter((card) => suitOf(card) === suit), children: (card) => button(card) }, suit)),
      cards.some(isJoker) && /* @__PURE__ */ createVNode2("div", { class: "suit suit-joker", children: [
        /* @__PURE__ */ createVNode2("span", { class: "suit-symbol", "aria-hidden": "true", children: "★" }),
        /* @__PURE__ */ createVNode2("span", { class: "suit-cards", children: cards.filter(isJoker).map((card) => button(card)) })
      ] })
    ] });
  }
  function button(card) {
    const value = toPlay ? valued.get(card) : void 0;
    return /* @__PURE__ */ createVNode2(CardButton, { card, legal: legal.has(card), value, isStop: card === first }, card);
  }
}
function HiddenCards({ count }) {
  const texts = useTexts();
  return /* @__PURE__ */ createVNode2("p", { class: "hidden-cards", children: [
    /* @__PURE__ */ createVNode2("span", { class: "backs", "aria-hidden": "true", children: Array.from({ length: count }, (_, card) => /* @__PURE__ */ createVNode2("span", { class: "back" }, card)) }),
    texts.count("hand.hidden", count)
  ] });
}
function rolesOf(seat, { declarer, leader, side }) {
  const roles = [];
  if (seat === declarer) roles.push("role.declarer");
  else if (side.includes(seat)) roles.push("role.partner");
  if (seat === leader) roles.push("role.leader");
  return roles;
}
function SuitRow({ suit, cards, children }) {
  return /* @__PURE__ */ createVNode2("div", { class: `suit suit-${suit} ${cards.length ? "" : "suit-void"}`, children: [
    /* @__PURE__ */ createVNode2("span", { class: "suit-symbol", "aria-hidden": "true", children: SYMBOLS[suit] }),
    /* @__PURE__ */ createVNode2("span", { class: "suit-cards", children: cards.length ? cards.map(children) : /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: "—" }) })
  ] });
}
function CardButton({ card, legal, value, isStop }) {
  const { play } = useBoard();
  const texts = useTexts();
  const quality = value === void 0 ? "" : value.best ? "card-best" : "card-worse";
  const name = texts.card(card);
  const worth = value === void 0 ? "" : `, ${texts.count("card.tricks", value.tricks)}, ${texts.t(value.best ? "card.best" : "card.worse")}`;
  return /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      class: `card ${suitClass(card)} ${quality}`,
      disabled: !legal,
      "data-card": card,
      "data-stop": isStop || void 0,
      "aria-label": name + worth,
      onClick: () => play(card),
      children: [
        /* @__PURE__ */ createVNode2("span", { class: "card-rank", children: isJoker(card) ? card : showRank(rankOf(card)) }),
        value !== void 0 && /* @__PURE__ */ createVNode2("span", { class: "card-value", children: [
          value.tricks,
          value.best ? "" : "▾"
        ] })
      ]
    }
  );
}

// source/play/table.tsx
function GameTable({ view, trick, ...rest }) {
  const names = fromPerson(view);
  const isRound = names.length === 4;
  return /* @__PURE__ */ createVNode2("div", { class: isRound ? "hands hands-round" : "hands game-list", children: [
    names.map((name, chair) => /* @__PURE__ */ createVNode2(GameHand, { name, place: isRound ? `at-${chair}` : chair === 0 ? "at-own" : "", view, ...rest }, name)),
    /* @__PURE__ */ createVNode2(GameTrick, { view, trick, names, isRound })
  ] });
}
function GameHand({ name, place: place2, view, usable, chosen, onCard }) {
  const texts = useTexts();
  const suits = useRef(null);
  useRoving(suits);
  const at = placeOf(view, name);
  const text = view.hands[at] ?? null;
  const cards = text === null ? [] : parseHand(text);
  const count = view.sizes[at] ?? cards.length;
  const acts = (view.hand_to_play ?? view.to_act) === name;
  const isOwn = view.hand_to_play === name || view.hand_to_play === null && name === view.person;
  const button = (card) => /* @__PURE__ */ createVNode2(GameCard, { card, usable: isOwn && usable.has(card), chosen: isOwn && chosen ? chosen.has(card) : null, onCard }, card);
  return /* @__PURE__ */ createVNode2(
    "section",
    {
      class: `hand ${place2} ${acts ? "hand-to-play" : ""}`,
      "aria-label": texts.t(acts ? "hand.label_to_play" : "hand.label", { seat: fullName(texts, view, name), count }),
      children: [
        /* @__PURE__ */ createVNode2("h2", { class: "hand-name", children: [
          fullName(texts, view, name),
          rolesOf2(view, name).map((role) => /* @__PURE__ */ createVNode2("span", { class: "role", children: texts.t(role) }, role)),
          /* @__PURE__ */ createVNode2("span", { class: "won", children: texts.count("tricks", view.tricks_won[at] ?? 0) })
        ] }),
        text === null ? count > 0 && /* @__PURE__ */ createVNode2(HiddenCards, { count }) : cards.length === 0 ? null : /* @__PURE__ */ createVNode2("div", { class: "suits", ref: suits, children: [
          SUITS.map((suit) => /* @__PURE__ */ createVNode2(SuitRow, { suit, cards: cards.filter((card) => suitOf(card) === suit), children: button }, suit)),
          cards.some(isJoker) && /* @__PURE__ */ createVNode2("div", { class: "suit suit-joker", children: [
            /* @__PURE__ */ createVNode2("span", { class: "suit-symbol", "aria-hidden": "true", children: "★" }),
            /* @__PURE__ */ createVNode2("span", { class: "suit-cards", children: cards.filter(isJoker).map(button) })
          ] })
        ] })
      ]
    }
  );
}
function rolesOf2(view, name) {
  const roles = [];
  if (name === view.dealer) roles.push("play.role.dealer");
  if (name === view.declarer) roles.push("role.declarer");
  else if (name !== view.person && areTogether(view, name, view.person)) roles.push("role.partner");
  return roles;
}
function GameCard({ card, usable, chosen, onCard }) {
  const texts = useTexts();
  return /* @__PURE__ */ createVNode2(
    "button",
    {
      type: "button",
      class: `card ${suitClass(card)} ${usable ? "card-usable" : "card-idle"}`,
      "data-card": card,
      "data-stop": usable || void 0,
      "aria-disabled": !usable,
      "aria-pressed": chosen ?? void 0,
      "aria-label": texts.card(card),
      onClick: () => usable && onCard(card),
      children: [
        /* @__PURE__ */ createVNode2("span", { class: "card-rank", children: isJoker(card) ? card : showRank(rankOf(card)) }),
        chosen && /* @__PURE__ */ createVNode2("span", { class: "card-chosen", "aria-hidden": "true", children: "✓" })
      ]
    }
  );
}
function GameTrick({ view, trick, names, isRound }) {
  const texts = useTexts();
  const { t } = texts;
  if (view.stage !== "play" && trick.cards.length === 0) return /* @__PURE__ */ createVNode2("p", { class: "trick game-stage", children: stageText() });
  return /* @__PURE__ */ createVNode2("section", { class: "trick", "aria-label": t("trick.title"), children: [
    trick.winner !== null && /* @__PURE__ */ createVNode2("p", { class: "trick-caption", children: t("play.trick_to", { name: nameIn(texts, view, trick.winner) }) }),
    /* @__PURE__ */ createVNode2("ul", { class: isRound ? "trick-round" : "trick-row", children: names.map((name, chair) => {
      const played = trick.cards.find((each) => each.seat === name);
      const mark = name === trick.winner ? "trick-winner" : "";
      return /* @__PURE__ */ createVNode2("li", { class: `trick-card at-${chair} ${mark}`, children: [
        /* @__PURE__ */ createVNode2("span", { class: "trick-seat", "aria-hidden": "true", children: name === view.person ? t("play.you") : name }),
        /* @__PURE__ */ createVNode2("span", { class: "spoken", children: [
          nameIn(texts, view, name),
          ": "
        ] }),
        played === void 0 ? /* @__PURE__ */ createVNode2("span", { class: "trick-none", children: [
          /* @__PURE__ */ createVNode2("span", { "aria-hidden": "true", children: "·" }),
          /* @__PURE__ */ createVNode2("span", { class: "spoken", children: t("trick.nothing") })
        ] }) : /* @__PURE__ */ createVNode2(Fragment, { children: [
          /* @__PURE__ */ createVNode2(CardText, { card: plainCard(played.card) }),
          /* @__PURE__ */ createVNode2(NamedSuit, { card: played.card })
        ] })
      ] }, name);
    }) })
  ] });
  function stageText() {
    return t(view.stage === "over" ? "play.over" : `play.stage.${view.stage}`);
  }
}
function NamedSuit({ card }) {
  const { t } = useTexts();
  const suit = card.split(":")[1];
  if (suit === void 0) return null;
  return /* @__PURE__ */ createVNode2("span", { class: `named-suit suit-${suit}`, children: t(`suit.${suit}`) });
}

// source/play/use-game.ts
var PAUSE = 700;
var PAUSE_AFTER_TRICK = 1300;
function reduce2(state, event) {
  switch (event.do) {
    case "ask":
      return { ...state, waiting: true, error: null };
    case "show":
      return { moment: event.moment, waiting: !event.done, error: null };
    case "fail":
      return { ...state, waiting: false, error: event.message };
  }
}
function useGame(started) {
  const connection = useConnection();
  const texts = useTexts();
  const { announce } = useBoard();
  const [state, dispatch] = useReducer(reduce2, started, ({ game, view }) => {
    return { moment: { game, view, trick: trickAfter(null, view, null, null), log: [] }, waiting: false, error: null };
  });
  const run = useRef(null);
  const speak = useRef({ texts, announce });
  speak.current = { texts, announce };
  const { moment } = state;
  const go = (from, act) => {
    run.current?.stop();
    dispatch({ do: "ask" });
    const said = [];
    run.current = new Run(connection, from, act, {
      onShow: (next, done, isCalm) => {
        const text = next.log.at(-1)?.text;
        if (!isCalm) said.length = 0;
        if (text !== void 0 && !done) said.push(text);
        dispatch({ do: "show", moment: next, done });
        const turn = done ? [turnText(speak.current.texts, next.view)] : [];
        if (!done) speak.current.announce(said.join(" "));
        else speak.current.announce([...isCalm ? said : said.slice(-1), ...turn].join(" "));
      },
      onFail: (error) => dispatch({ do: "fail", message: error.message }),
      describe: (view, stage, done) => doneText(speak.current.texts, view, stage, done)
    });
  };
  useEffect(() => {
    if (!started.view.your_turn && started.view.stage !== "over") go(moment);
    else speak.current.announce(turnText(texts, started.view));
    return () => run.current?.stop();
  }, []);
  const to = moment.view.undo_to;
  const takeBack = () => {
    if (to === null) return;
    run.current?.stop();
    dispatch({ do: "ask" });
    const game = { ...moment.game, acts: moment.game.acts.slice(0, to) };
    const asked = connection.ask({ question: "view", game });
    run.current = { stop: asked.cancel };
    asked.promise.then(
      ({ view }) => {
        const log = moment.log.filter((entry) => entry.acts <= to);
        dispatch({ do: "show", moment: { game, view, trick: trickAfter(null, view, null, null), log }, done: true });
        announce(`${texts.t("play.taken_back")} ${turnText(texts, view)}`);
      },
      (error) => {
        if (error.kind !== "Cancelled") dispatch({ do: "fail", message: error.message });
      }
    );
  };
  return {
    ...moment,
    waiting: state.waiting,
    error: state.error,
    isTurn: moment.view.your_turn && moment.view.stage !== "over" && !state.waiting,
    act: (text) => go(moment, text),
    takeBack: to === null ? null : takeBack
  };
}
var Run = class {
  constructor(connection, moment, act, watcher) {
    this.moment = moment;
    this.watcher = watcher;
    const asked = connection.ask({ question: "act", game: moment.game, ...act === void 0 ? {} : { act } }, (part) => {
      const known = Math.max(this.moment.game.acts.length, this.parts.at(-1)?.game.acts.length ?? 0);
      if (part.game.acts.length <= known) return;
      this.parts.push(part);
      this.next();
    });
    this.cancel = asked.cancel;
    asked.promise.then(
      (answer) => {
        this.end = answer;
        this.next();
      },
      (error) => {
        this.failure = error;
        this.next();
      }
    );
  }
  moment;
  watcher;
  parts = [];
  cancel;
  isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  timer;
  rests = false;
  end = null;
  failure = null;
  stopped = false;
  /** Nothing is shown any more; the moment shown last holds. */
  stop() {
    if (this.stopped) return;
    this.stopped = true;
    clearTimeout(this.timer);
    this.cancel();
  }
  next() {
    if (this.stopped || this.rests) return;
    const part = this.parts.shift();
    if (part !== void 0) {
      this.show(part);
      return;
    }
    if (this.failure !== null) {
      this.stopped = true;
      if (this.failure.kind !== "Cancelled") this.watcher.onFail(this.failure);
    } else if (this.end !== null) {
      this.stopped = true;
      this.watcher.onShow({ ...this.moment, ...this.end }, true, this.isCalm);
    }
  }
  show({ game, view, done }) {
    const before = this.moment;
    const text = this.watcher.describe(view, before.view.stage, done);
    this.moment = {
      game,
      view,
      trick: trickAfter(before.view, view, done.act, done.hand),
      log: [...before.log, { text, acts: game.acts.length }]
    };
    this.watcher.onShow(this.moment, false, this.isCalm);
    if (this.isCalm || view.stage === "over") {
      this.next();
      return;
    }
    this.rests = true;
    const pause = view.your_turn ? 0 : this.moment.trick.winner === null ? PAUSE : PAUSE_AFTER_TRICK;
    this.timer = setTimeout(() => {
      this.rests = false;
      this.next();
    }, pause);
  }
};

// source/play/play.tsx
function Play({ started, status }) {
  const { dispatch } = useBoard();
  const texts = useTexts();
  const { t } = texts;
  const playing = useGame(started);
  const { game, view, trick, isTurn, act, takeBack } = playing;
  const cards = useCards(playing);
  const [hintAt, setHintAt] = useState(null);
  const hints = isTurn && hintAt === game.acts.length;
  const toggleHint = isTurn ? () => setHintAt(hints ? null : game.acts.length) : null;
  const pass = isTurn ? view.legal.find(isPass) : void 0;
  const place2 = useRef(null);
  useFocusInGame(place2, playing);
  useGameKeys({
    onCard: cards.onCard,
    onPass: pass === void 0 ? null : () => act(pass),
    onTakeBack: takeBack,
    onHint: toggleHint
  });
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("section", { class: "table-side", ref: place2, tabIndex: -1, "aria-label": t("play.title"), children: [
      /* @__PURE__ */ createVNode2(Standing, { view }),
      /* @__PURE__ */ createVNode2(GameTable, { view, trick, usable: cards.usable, chosen: cards.chosen, onCard: cards.onCard }),
      /* @__PURE__ */ createVNode2("div", { class: "game-acts", children: [
        /* @__PURE__ */ createVNode2("p", { class: "game-turn", children: playing.waiting && view.your_turn ? t("play.turn.wait") : turnText(texts, view) }),
        cards.naming !== null && /* @__PURE__ */ createVNode2(NameSuit, { card: cards.naming, onAct: cards.name, onCancel: () => cards.name(null) }),
        /* @__PURE__ */ createVNode2(ActButtons, { view, isTurn, onAct: act }),
        cards.chosen !== null && /* @__PURE__ */ createVNode2(ConfirmDiscard, { view, chosen: cards.chosen, onConfirm: cards.confirm }),
        playing.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: playing.error }),
        /* @__PURE__ */ createVNode2("div", { class: "controls", children: [
          /* @__PURE__ */ createVNode2("button", { type: "button", "aria-expanded": hints, "aria-disabled": toggleHint === null, onClick: () => toggleHint?.(), children: t("play.hint") }),
          /* @__PURE__ */ createVNode2("button", { type: "button", "aria-disabled": takeBack === null, onClick: () => takeBack?.(), children: [
            /* @__PURE__ */ createVNode2(Icon, { name: "undo" }),
            " ",
            t("play.take_back")
          ] }),
          /* @__PURE__ */ createVNode2(Claims, { view, isTurn, onAct: act }),
          /* @__PURE__ */ createVNode2("button", { type: "button", class: "leave", onClick: () => dispatch({ do: "playing", playing: null }), children: t("play.leave") })
        ] }),
        /* @__PURE__ */ createVNode2("p", { class: "status", role: "status", children: status })
      ] })
    ] }),
    /* @__PURE__ */ createVNode2("div", { class: "panel-side game-side", children: [
      view.result !== null && /* @__PURE__ */ createVNode2(Result, { game, view, result: view.result }),
      hints && /* @__PURE__ */ createVNode2(Hint, { game, view }),
      /* @__PURE__ */ createVNode2(OpenCards2, { view }),
      /* @__PURE__ */ createVNode2(CallsSoFar, { view }),
      /* @__PURE__ */ createVNode2(Log, { entries: playing.log })
    ] })
  ] });
}
function OpenCards2({ view }) {
  const { t } = useTexts();
  if (view.kitty === null && view.turned === null) return null;
  return /* @__PURE__ */ createVNode2("dl", { class: "kitty-line", children: [
    view.kitty !== null && /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("kitty.title") }),
      /* @__PURE__ */ createVNode2("dd", { children: /* @__PURE__ */ createVNode2(CardsText, { cards: parseHand(view.kitty) }) })
    ] }),
    view.turned !== null && /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("play.turned") }),
      /* @__PURE__ */ createVNode2("dd", { children: /* @__PURE__ */ createVNode2(CardText, { card: view.turned }) })
    ] })
  ] });
}
function useCards({ view, isTurn, game, act }) {
  const { announce } = useBoard();
  const texts = useTexts();
  const [chosen, setChosen] = useState(/* @__PURE__ */ new Set());
  const [naming, setNaming] = useState(null);
  const discards = isTurn && view.stage === "discard";
  useEffect(() => {
    setChosen(new Set(view.forced_discards));
    setNaming(null);
  }, [game.acts.length, view.stage]);
  const playable = isTurn ? playableCards(view) : [];
  const usable = new Set(discards ? heldCards(view) : playable.map(plainCard));
  const onCard = (card) => {
    if (!usable.has(card)) {
      if (isTurn && view.stage === "play") announce(texts.t("play.not_now", { card: texts.card(card) }));
      return;
    }
    if (!discards) {
      if (playable.includes(card)) act(card);
      else setNaming(card);
      return;
    }
    if (view.forced_discards.includes(card)) {
      announce(texts.t("play.forced", { card: texts.card(card) }));
      return;
    }
    const next = new Set(chosen);
    if (!next.delete(card) && next.size < view.discard_number) next.add(card);
    setChosen(next);
  };
  const name = (text) => {
    setNaming(null);
    if (text !== null) act(text);
  };
  return {
    usable,
    chosen: discards ? chosen : null,
    naming,
    onCard,
    name,
    confirm: () => act(sortCards(chosen).join(" "))
  };
}
function heldCards(view) {
  const text = view.hands[placeOf(view, view.hand_to_play ?? view.person)];
  return text ? parseHand(text) : [];
}
function useFocusInGame(place2, { isTurn, game, waiting }) {
  const had = useRef(true);
  const active = document.activeElement;
  if (active !== null && active !== document.body) had.current = place2.current?.contains(active) ?? had.current;
  useEffect(() => {
    const timer = setTimeout(() => place2.current?.contains(document.activeElement) || place2.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const now = document.activeElement;
    const isIdle = now?.matches(".card-idle") || now === place2.current;
    const isLost = now === null || now === document.body || isIdle;
    if (!had.current || !isLost || !isTurn) return;
    const target = place2.current?.querySelector("[data-act]") ?? place2.current?.querySelector(".card-usable") ?? place2.current?.querySelector(".controls button");
    target?.focus();
  }, [isTurn, waiting, game.acts.length]);
}

// source/pasting.ts
function usePasting(dispatch) {
  useEffect(() => {
    const load = (text) => {
      if (text.trim()) dispatch({ do: "paste", text });
    };
    const onPaste = (event) => {
      if (event.target instanceof Element && event.target.closest("input, textarea")) return;
      load(event.clipboardData?.getData("text/plain") ?? "");
    };
    const onDrag = (event) => event.preventDefault();
    const onDrop = (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file === void 0) load(event.dataTransfer?.getData("text/plain") ?? "");
      else dispatch({ do: "paste", text: file });
    };
    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", onDrag);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", onDrag);
      document.removeEventListener("drop", onDrop);
    };
  }, [dispatch]);
}

// source/table/claim.tsx
function Claim() {
  const { inPlay } = useBoard();
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  if (inPlay === null || inPlay.to_play === null) return null;
  return /* @__PURE__ */ createVNode2("details", { class: "claim", onToggle: (event) => setOpen(event.currentTarget.open), children: [
    /* @__PURE__ */ createVNode2("summary", { children: t("claim.title") }),
    open && /* @__PURE__ */ createVNode2(ClaimForm, { position: inPlay })
  ] });
}
function ClaimForm({ position }) {
  const { state, isCurrent } = useBoard();
  const { t } = useTexts();
  const [seat, setSeat] = useState(null);
  const [wanted, setWanted] = useState(null);
  const { left } = position;
  const claimant = seat ?? position.to_play ?? position.declarer;
  const tricks = Math.min(wanted ?? left, left);
  const { shown } = state;
  const question = shown !== null && isCurrent ? { question: "claim", hand: shown.hand, at: shown.at, seat: claimant, tricks } : null;
  const answer = useAnswer(question);
  return /* @__PURE__ */ createVNode2("div", { class: "claim-check", children: [
    /* @__PURE__ */ createVNode2(SeatChoice, { label: t("claim.seat"), seats: position.seats, value: claimant, onChoose: setSeat }),
    /* @__PURE__ */ createVNode2("label", { class: "choice", children: [
      /* @__PURE__ */ createVNode2("span", { children: t("claim.tricks") }),
      /* @__PURE__ */ createVNode2("select", { value: String(tricks), onChange: (event) => setWanted(Number(event.currentTarget.value)), children: Array.from({ length: left + 1 }, (_, less) => left - less).map((each) => /* @__PURE__ */ createVNode2("option", { value: String(each), children: t("claim.of_left", { count: each, left }) }, each)) })
    ] }),
    /* @__PURE__ */ createVNode2("div", { class: "claim-verdict", role: "status", "aria-busy": answer.waiting, children: [
      answer.error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", children: answer.error.message }),
      answer.done !== null && /* @__PURE__ */ createVNode2(Verdict, { answer: answer.done, claimant })
    ] })
  ] });
}
function Verdict({ answer, claimant }) {
  const { state, dispatch } = useBoard();
  const texts = useTexts();
  const { t, count } = texts;
  const { shown } = state;
  if (answer.holds) return /* @__PURE__ */ createVNode2("p", { class: "is-made", children: t("claim.holds", { seat: texts.seat(claimant) }) });
  const cards = answer.refutation.map(({ card }) => card);
  return /* @__PURE__ */ createVNode2(Fragment, { children: [
    /* @__PURE__ */ createVNode2("p", { class: "is-short", children: count("claim.refuted", answer.tricks, { seat: texts.seat(claimant) }) }),
    /* @__PURE__ */ createVNode2("ol", { class: "claim-line", children: answer.refutation.map(({ seat, card }) => /* @__PURE__ */ createVNode2("li", { children: [
      /* @__PURE__ */ createVNode2("span", { class: "claim-seat", children: seat }),
      " ",
      /* @__PURE__ */ createVNode2(CardText, { card })
    ] }, card)) }),
    /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        class: "small",
        onClick: () => shown !== null && dispatch({ do: "show", ...playLine(shown, cards) }),
        children: t("claim.show")
      }
    )
  ] });
}

// source/table/controls.tsx
function Controls() {
  const { state, dispatch } = useBoard();
  const { t } = useTexts();
  const best = useBestLine();
  if (state.shown === null) return null;
  const { hand, at } = state.shown;
  const length = lineOf(hand).length;
  const go = (to) => dispatch({ do: "go", at: to });
  const controls = [
    { key: "first", enabled: at > 0, run: () => go(0) },
    { key: "back", enabled: at > 0, run: () => go(at - 1) },
    { key: "forward", enabled: at < length, run: () => go(at + 1) },
    { key: "last", enabled: at < length, run: () => go(length) },
    { key: "undo", enabled: state.past.length > 0, run: () => dispatch({ do: "undo" }) },
    { key: "redo", enabled: state.future.length > 0, run: () => dispatch({ do: "redo" }) }
  ];
  return /* @__PURE__ */ createVNode2("div", { class: "controls", role: "group", "aria-label": t("controls.title"), children: [
    controls.map(({ key, enabled, run }) => (
      // Not `disabled`, which would lose the focus at the end of the line.
      /* @__PURE__ */ createVNode2(
        "button",
        {
          type: "button",
          class: "icon",
          title: t(`controls.${key}`),
          "aria-label": t(`controls.${key}`),
          "aria-disabled": !enabled,
          onClick: () => enabled && run(),
          children: /* @__PURE__ */ createVNode2(Icon, { name: key })
        },
        key
      )
    )),
    /* @__PURE__ */ createVNode2("button", { type: "button", class: "best-line", "aria-disabled": best.run === null, onClick: () => best.run?.(), children: t(best.busy ? "controls.best_line_busy" : "controls.best_line") })
  ] });
}
function useBestLine() {
  const { state, dispatch, inPlay, announce } = useBoard();
  const { count } = useTexts();
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const asked = useRef(null);
  const { shown } = state;
  useEffect(
    () => () => {
      asked.current?.cancel();
      setBusy(false);
    },
    [shown]
  );
  if (shown === null || inPlay === null || inPlay.to_play === null || busy) return { busy, run: null };
  const run = () => {
    setBusy(true);
    asked.current = connection.ask({ question: "line", hand: shown.hand, at: shown.at });
    asked.current.promise.then(({ cards, tricks }) => {
      dispatch({ do: "show", ...playLine(shown, cards) });
      announce(count("status.best_line", tricks));
    }).catch((error) => announce(error.message)).finally(() => setBusy(false));
  };
  return { busy, run };
}

// source/table/hand-tools.tsx
function HandTools({ position }) {
  const { state, dispatch, rules, isCurrent, announce } = useBoard();
  const { t } = useTexts();
  if (state.shown === null) return null;
  const { at } = state.shown;
  const hand = { ...state.shown.hand, deal: formatDeal(dealOf(position)) };
  const open = (dialog) => dispatch({ do: "dialog", dialog });
  const canMove = rules !== null && rules.players === position.seats.length && isCurrent;
  const move = (moved, from, said) => {
    if (!canMove) return;
    dispatch({ do: "show", hand: moved, at: from });
    announce(said, moved.deal);
  };
  return /* @__PURE__ */ createVNode2("div", { class: "hand-tools", role: "group", "aria-label": t("tools.title"), children: [
    /* @__PURE__ */ createVNode2("button", { type: "button", class: "small", "aria-haspopup": "dialog", onClick: () => open("rules"), children: [
      t("tools.rules"),
      " ",
      /* @__PURE__ */ createVNode2("code", { children: rules?.rules ?? hand.rules })
    ] }),
    /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        class: "small",
        "aria-haspopup": "dialog",
        "aria-disabled": !isCurrent,
        onClick: () => isCurrent && open("edit"),
        children: t("dialog.edit.title")
      }
    ),
    /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        class: "small",
        title: t("tools.rotate_about"),
        "aria-disabled": !canMove,
        onClick: () => move(rotate(hand), at, t("tools.rotated")),
        children: t("tools.rotate")
      }
    ),
    /* @__PURE__ */ createVNode2(
      "button",
      {
        type: "button",
        class: "small",
        title: t("tools.mirror_about"),
        "aria-disabled": !canMove,
        onClick: () => move(mirror(hand), 0, t("tools.mirrored")),
        children: t("tools.mirror")
      }
    )
  ] });
}

// source/table/kitty.tsx
function Kitty({ position }) {
  const { state } = useBoard();
  const { t } = useTexts();
  if (position.kitty === null || state.hidden?.kitty) return null;
  return /* @__PURE__ */ createVNode2("dl", { class: "kitty-line", children: [
    /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("kitty.title") }),
      /* @__PURE__ */ createVNode2("dd", { children: /* @__PURE__ */ createVNode2(CardsText, { cards: parseHand(position.kitty) }) })
    ] }),
    position.out !== null && position.out !== position.kitty && /* @__PURE__ */ createVNode2("div", { children: [
      /* @__PURE__ */ createVNode2("dt", { children: t("kitty.given_up") }),
      /* @__PURE__ */ createVNode2("dd", { children: /* @__PURE__ */ createVNode2(CardsText, { cards: parseHand(position.out) }) })
    ] })
  ] });
}
function NameSuit2() {
  const { naming, play } = useBoard();
  const { t, card: cardText } = useTexts();
  const first = useRef(null);
  const group = useRef(null);
  useRoving(group);
  useEffect(() => first.current?.focus(), [naming]);
  if (naming === null) return null;
  return /* @__PURE__ */ createVNode2("div", { ref: group, class: "name-suit", role: "group", "aria-label": t("joker.names", { card: cardText(naming) }), children: [
    /* @__PURE__ */ createVNode2("span", { children: t("joker.names", { card: cardText(naming) }) }),
    SUITS.map((suit, place2) => /* @__PURE__ */ createVNode2(
      "button",
      {
        ref: place2 === 0 ? first : null,
        type: "button",
        class: `card-text suit-${suit}`,
        "aria-label": t(`suit.${suit}`),
        onClick: () => play(`${naming}:${suit}`),
        children: SYMBOLS[suit]
      },
      suit
    ))
  ] });
}

// source/table/line.tsx
function Line() {
  const { state, dispatch, position, trace } = useBoard();
  const texts = useTexts();
  const seatClass = useSeatClass();
  const list = useRef(null);
  useRoving(list, "[aria-current]");
  if (state.shown === null || position === null) return null;
  const { hand, at } = state.shown;
  const line = lineOf(hand);
  const size = position.seats.length;
  const tricks = Array.from(
    { length: Math.ceil(line.length / size) },
    (_, trick) => line.slice(trick * size, (trick + 1) * size)
  );
  return /* @__PURE__ */ createVNode2("section", { class: "line", "aria-label": texts.t("line.title"), children: [
    line.length === 0 && /* @__PURE__ */ createVNode2("p", { class: "quiet", children: texts.t("line.empty") }),
    /* @__PURE__ */ createVNode2("ol", { ref: list, class: "line-tricks", children: tricks.map((cards, trick) => /* @__PURE__ */ createVNode2("li", { class: "line-trick", children: [
      /* @__PURE__ */ createVNode2("span", { class: "line-number", "aria-hidden": "true", children: trick + 1 }),
      cards.map((card, turn) => {
        const after = trick * size + turn + 1;
        const isHidden = state.hidden !== null && after > at;
        const traced = state.hidden === null ? trace.cards.get(after) : void 0;
        const loss = traced !== void 0 && traced.lost > 0 ? traced : null;
        const name = isHidden ? texts.t("line.hidden", { number: after }) : texts.t("line.card", { number: after, card: texts.card(card) });
        return /* @__PURE__ */ createVNode2(
          "button",
          {
            type: "button",
            class: `line-card ${isHidden ? "" : suitClass(card)} ${after > at ? "line-later" : ""}`,
            "aria-current": after === at ? "step" : void 0,
            "aria-label": loss === null ? name : `${name}, ${lossText(texts, loss)}`,
            onClick: () => dispatch({ do: "go", at: after }),
            children: [
              isHidden ? "·" : cardSymbols(card),
              loss !== null && /* @__PURE__ */ createVNode2("span", { class: `loss-mark ${seatClass(loss.seat)}`, children: [
                loss.seat,
                "−",
                loss.lost
              ] })
            ]
          },
          after
        );
      })
    ] }, trick)) })
  ] });
}

// source/texts.ts
async function fetchCatalogue(language) {
  const answer = await fetch(`texts/${language}.json`);
  if (!answer.ok) throw new Error(`texts/${language}.json: ${answer.status}`);
  return await answer.json();
}
function makeTexts(catalogue, language) {
  const plurals = new Intl.PluralRules(language);
  const t = (key, values = {}) => (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  return {
    language,
    t,
    count: (stem, count, values = {}) => t(`${stem}.${plurals.select(count) === "one" ? "one" : "other"}`, { ...values, count }),
    card: (text) => {
      const card = plainCard(text);
      const named2 = text.split(":")[1];
      if (isJoker(card)) {
        const joker = t(card === "BJ" ? "card.BJ" : "card.LJ");
        return named2 === void 0 ? joker : t("card.naming", { joker, suit: t(`suit.${named2}`) });
      }
      return t("card.of_suit", {
        rank: t(`rank.${rankOf(card)}`),
        suit: t(`suit.${suitOf(card) ?? ""}`)
      });
    },
    seat: (seat) => /^\d+$/.test(seat) ? t("seat.number", { number: seat }) : t(`seat.${seat}`),
    strain: (text) => {
      const { trump, direction } = parseStrain(text);
      return t("strain.name", { trump: t(`suit.${trump}`), direction: t(`direction.${direction}`) });
    },
    number: (value, digits = 1) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  };
}

// source/app.tsx
function App() {
  const { state, dispatch } = useBoardState();
  const [catalogue, setCatalogue] = useState(null);
  useEffect(() => {
    let gone = false;
    fetchCatalogue(state.language).then(
      (texts2) => gone || setCatalogue({ language: state.language, texts: texts2 }),
      (error) => console.error(error)
    );
    return () => void (gone = true);
  }, [state.language]);
  const texts = useMemo(() => makeTexts(catalogue?.texts ?? {}, catalogue?.language ?? "en"), [catalogue]);
  const deal = state.shown?.hand.deal;
  const [status, setStatus] = useState({ text: "", deal });
  const board = useBoardOf(state, dispatch, texts, (text, about = deal) => setStatus({ text, deal: about }));
  const said = status.deal === deal ? status.text : "";
  useKeys(board);
  usePasting(dispatch);
  useEffect(() => {
    if (catalogue !== null) document.title = state.shown?.hand.title || texts.t("app.title");
  }, [catalogue, state.shown?.hand.title]);
  if (catalogue === null) return null;
  return /* @__PURE__ */ createVNode2(TextsContext.Provider, { value: texts, children: /* @__PURE__ */ createVNode2(BoardContext.Provider, { value: board, children: [
    /* @__PURE__ */ createVNode2(Header, {}),
    /* @__PURE__ */ createVNode2("main", { children: state.playing !== null ? /* @__PURE__ */ createVNode2(Play, { started: state.playing, status: said }, JSON.stringify(state.playing.game)) : /* @__PURE__ */ createVNode2(Fragment, { children: [
      /* @__PURE__ */ createVNode2(TableSide, { status: said }),
      /* @__PURE__ */ createVNode2(PanelSide, {})
    ] }) }),
    /* @__PURE__ */ createVNode2(OpenDialog, {})
  ] }) });
}
function TableSide({ status }) {
  const board = useBoard();
  const { t } = useTexts();
  const table = useRef(null);
  useFocusOnTable(table, board);
  const { state, position, error, isCurrent } = board;
  return /* @__PURE__ */ createVNode2("div", { class: "table-side", ref: table, children: [
    /* @__PURE__ */ createVNode2(ConnectionNotice, {}),
    state.shown === null && /* @__PURE__ */ createVNode2(Welcome, {}),
    state.shown?.hand.title && /* @__PURE__ */ createVNode2("h2", { class: "hand-title", children: state.shown.hand.title }),
    error !== null && /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: [
      /* @__PURE__ */ createVNode2("strong", { children: t("app.error") }),
      " ",
      error.message
    ] }),
    position !== null && /* @__PURE__ */ createVNode2(Fragment, { children: [
      /* @__PURE__ */ createVNode2(Contract, { position }),
      /* @__PURE__ */ createVNode2("div", { class: "hand-bar", children: [
        /* @__PURE__ */ createVNode2(HandTools, { position }),
        /* @__PURE__ */ createVNode2(Details, { position })
      ] }),
      /* @__PURE__ */ createVNode2("div", { "aria-busy": !isCurrent, children: /* @__PURE__ */ createVNode2(Hands, { position }) }),
      /* @__PURE__ */ createVNode2(Kitty, { position }),
      /* @__PURE__ */ createVNode2(NameSuit2, {})
    ] }),
    /* @__PURE__ */ createVNode2("div", { class: "play-bar", children: [
      /* @__PURE__ */ createVNode2(Controls, {}),
      /* @__PURE__ */ createVNode2("p", { class: "status", role: "status", children: status })
    ] }),
    /* @__PURE__ */ createVNode2(Line, {}),
    /* @__PURE__ */ createVNode2(Claim, {})
  ] });
}
function PanelSide() {
  const { state, dispatch, position } = useBoard();
  const { t } = useTexts();
  const panel = PANELS.find(({ key }) => key === state.panel) ?? PANELS[0];
  if (panel === void 0 || position === null) return null;
  const Component = panel.component;
  return /* @__PURE__ */ createVNode2("div", { class: "panel-side", children: /* @__PURE__ */ createVNode2(
    Tabs,
    {
      name: "panels",
      label: t("app.panels"),
      tabs: PANELS.map(({ key, title }) => ({ key, title: t(title) })),
      open: panel.key,
      onOpen: (key) => dispatch({ do: "panel", panel: key }),
      children: /* @__PURE__ */ createVNode2(Component, { position })
    }
  ) });
}
function OpenDialog() {
  const { state } = useBoard();
  const { t } = useTexts();
  const entry = DIALOGS.find(({ key }) => key === state.dialog);
  if (entry === void 0) return null;
  const Component = entry.component;
  return /* @__PURE__ */ createVNode2(Dialog, { name: entry.key, title: t(entry.title), children: /* @__PURE__ */ createVNode2(Component, {}) }, entry.key);
}
function Welcome() {
  const { dispatch } = useBoard();
  const { t } = useTexts();
  return /* @__PURE__ */ createVNode2("section", { class: "welcome", children: [
    /* @__PURE__ */ createVNode2("h2", { children: t("welcome.title") }),
    /* @__PURE__ */ createVNode2("p", { children: t("welcome.about") }),
    /* @__PURE__ */ createVNode2("button", { type: "button", class: "primary", onClick: () => dispatch({ do: "dialog", dialog: "load" }), children: t("dialog.load.title") })
  ] });
}
function ConnectionNotice() {
  const connection = useConnection();
  const { t } = useTexts();
  const [state, setState] = useState("connecting");
  useEffect(() => connection.watch(setState), [connection]);
  return state === "lost" ? /* @__PURE__ */ createVNode2("p", { class: "error", role: "alert", children: t("app.lost") }) : null;
}

// source/main.tsx
var place = document.getElementById("page");
if (place === null) throw new Error("the page has no place for the board");
render(
  /* @__PURE__ */ createVNode2(ConnectionContext.Provider, { value: new Connection(socketAddress(location.href)), children: /* @__PURE__ */ createVNode2(App, {}) }),
  place
);
