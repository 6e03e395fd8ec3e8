import org.jspecify.annotations.NullMarked;

/** Writes the forms of facets and of tables of C functions when the project is built. */
@NullMarked
module dev.backplane.contracts {
  requires static org.jspecify;
  requires com.palantir.javapoet;
  requires dev.backplane.api;
  requires java.compiler;

  exports dev.backplane.contracts;

  provides javax.annotation.processing.Processor with
      dev.backplane.contracts.ContractProcessor;
}
