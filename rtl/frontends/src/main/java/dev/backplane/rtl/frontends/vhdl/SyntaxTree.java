package dev.backplane.rtl.frontends.vhdl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * GHDL's syntax tree of the sources after analysis, as printed by {@code ghdl --file-to-xml}:
 * expressions have types, and operators refer to the called functions.
 */
final class SyntaxTree {
  /**
   * A node.
   *
   * @param role its role in its parent
   * @param attributes its attributes, as GHDL prints them
   * @param references identifiers of other nodes, by their role
   * @param children its children
   * @param parent its parent; null for the root
   */
  record Node(
      String role,
      Map<String, String> attributes,
      Map<String, String> references,
      List<Node> children,
      @Nullable Node parent) {
    String kind() {
      return attribute("kind");
    }

    String attribute(String name) {
      return attributes.getOrDefault(name, "");
    }

    int line() {
      return attribute("line").isEmpty() ? 0 : Integer.parseInt(attribute("line"));
    }

    /** Its location, in the form of the gate list. */
    String location() {
      return attribute("file") + ":" + attribute("line") + ":" + attribute("col");
    }

    Optional<Node> child(String role) {
      return children.stream().filter(node -> node.role.equals(role)).findFirst();
    }

    /** The choices of an aggregate. */
    List<Node> choices() {
      return child("association_choices_chain").map(Node::children).orElse(List.of());
    }

    /** Visits this node and all its descendants, parents first. */
    void visit(Consumer<Node> visitor) {
      visitor.accept(this);
      children.forEach(node -> node.visit(visitor));
    }

    // Equality is identity.
    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    @Override
    public String toString() {
      return kind() + " at " + location();
    }
  }

  private final Node root;
  private final Map<String, Node> byId = new HashMap<>();

  private SyntaxTree(Node root) {
    this.root = root;
    root.visit(node -> byId.putIfAbsent(node.attribute("id"), node));
  }

  /** Reads GHDL's output. */
  static SyntaxTree read(Path xml) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // Expressions can be nested to any depth, so the limit is disabled; GHDL has read them already.
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    try (InputStream in = Files.newInputStream(xml)) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      Node at = new Node("", Map.of(), Map.of(), new ArrayList<>(), null);
      Node root = at;
      while (reader.hasNext()) {
        int event = reader.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          Node node = node(reader, at);
          at.children().add(node);
          at = node;
        } else if (event == XMLStreamConstants.END_ELEMENT && at.parent() != null) {
          String reference = at.attributes().get("ref");
          Node parent = at.parent();
          if (reference != null) {
            parent.children().removeLast();
            parent.references().put(at.role(), reference);
          }
          at = parent;
        }
      }
      return new SyntaxTree(root);
    } catch (XMLStreamException e) {
      throw new GateListException("the syntax tree is not XML: " + e.getMessage());
    }
  }

  private static Node node(XMLStreamReader reader, Node parent) {
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    return new Node(reader.getLocalName(), attributes, new HashMap<>(), new ArrayList<>(), parent);
  }

  /** Visits all nodes, parents first. */
  void visit(Consumer<Node> visitor) {
    root.visit(visitor);
  }

  /** The node with an identifier. */
  Optional<Node> byId(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The node that another one contains or refers to. */
  Optional<Node> of(Node node, String role) {
    return node.child(role)
        .or(() -> Optional.ofNullable(byId.get(node.references().getOrDefault(role, "-"))));
  }
}
