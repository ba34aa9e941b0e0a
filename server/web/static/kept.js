// Parts of the page that are drawn anew only when something that they are given has changed.
import { Component } from "preact";

// The same component, for one whose values are compared by identity: texts, numbers, and objects that are replaced when they change.
export function keepDrawn(draw) {
  return class extends Component {
    shouldComponentUpdate(next) {
      return Object.keys(next).some((name) => next[name] !== this.props[name]);
    }

    render(props) {
      return draw(props);
    }
  };
}
