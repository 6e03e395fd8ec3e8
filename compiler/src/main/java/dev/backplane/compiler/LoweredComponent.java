package dev.backplane.compiler;

import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;

/**
 * A component that brings its own hardware, of static units that both languages have, and its own
 * function in Python. As a symbol of a plugin it registers itself and these.
 */
public abstract class LoweredComponent extends CompilerExtension implements Component {
  /** For subclasses, which need a public constructor without parameters to be listed. */
  protected LoweredComponent() {}

  /**
   * Registers the component with the passes to Verilog, VHDL and PyTorch. A subclass that changes
   * other passes too does so after this.
   */
  @Override
  protected void extend(Compiler compiler) {
    keep(compiler.components().register(this));
    keep(compiler.verilog().handlers().registerIterable(type(), this::hardware));
    keep(compiler.vhdl().handlers().registerIterable(type(), this::hardware));
    keep(compiler.torch().handlers().register(type(), this::torch));
  }

  /**
   * Lowers a node to hardware.
   *
   * @param node the node
   * @return its parts, of which one is the instance that gives its output
   */
  protected abstract List<HdlPart> hardware(HdlNode node);

  /**
   * Lowers a node to a function in Python.
   *
   * @param node the node
   * @return the call of the function
   */
  protected abstract TorchCall torch(TorchNode node);
}
