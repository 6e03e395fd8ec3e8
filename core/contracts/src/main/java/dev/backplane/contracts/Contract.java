package dev.backplane.contracts;

import com.palantir.javapoet.ClassName;
import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * An interface of the API that forms are generated of.
 *
 * @param type the interface
 * @param name its name, unique among all
 * @param facet whether devices have it; if not, it is made by operations of others
 * @param closable whether its holder closes it
 * @param operations what it can do, what it inherits included
 */
record Contract(
    TypeElement type,
    String name,
    boolean facet,
    boolean closable,
    List<ContractMethod> operations) {
  ClassName className() {
    return ClassName.get(type);
  }

  /** {@return what messages call it: the words of its name, as in {@code compiled code}} */
  String words() {
    return Words.of(name);
  }
}
