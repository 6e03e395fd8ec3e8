package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.Registration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The components that are known, by type. For use by one thread at a time. */
public final class Components {
  private final Map<String, Component> components = new HashMap<>();

  /** Knows the input and the output of a graph, and nothing else. */
  public Components() {
    components.put(Node.INPUT, new InputComponent());
    components.put(Node.OUTPUT, new OutputComponent());
  }

  /**
   * Adds a component.
   *
   * @param component the component
   * @return takes it out again
   * @throws CompilerException with {@link CompilerError#DUPLICATE_TYPE} if there is one of its
   *     type, with {@link CompilerError#BAD_COMPONENT} if it has none
   */
  public Registration register(Component component) {
    String type = new ComponentCall(component, "").result("type", component::type);
    if (components.putIfAbsent(type, component) != null) {
      throw new CompilerException(
          CompilerError.DUPLICATE_TYPE,
          "type " + type,
          "there is a component of this type already");
    }
    return () -> components.remove(type, component);
  }

  /** {@return the types of nodes that are known, sorted} */
  public List<String> types() {
    List<String> types = new ArrayList<>(components.keySet());
    types.sort(null);
    return types;
  }

  /**
   * Gives a component.
   *
   * @param type its type
   * @return the component, or empty if there is none of this type
   */
  public Optional<Component> find(String type) {
    return Optional.ofNullable(components.get(type));
  }

  /**
   * Gives the component of a node.
   *
   * @param node the node
   * @return its component
   * @throws CompilerException with {@link CompilerError#UNKNOWN_TYPE} if there is none
   */
  public Component of(Node node) {
    Component component = components.get(node.type());
    if (component == null) {
      throw new CompilerException(
          CompilerError.UNKNOWN_TYPE,
          node.label(),
          "there is no component of type "
              + node.type()
              + "; known are "
              + String.join(", ", types()));
    }
    return component;
  }
}
