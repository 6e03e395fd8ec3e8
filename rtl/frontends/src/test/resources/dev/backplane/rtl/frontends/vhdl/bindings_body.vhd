package body bindings_types is
  constant LATER : unsigned(7 downto 0) := to_unsigned(log2(200) * 16 + log2(1), 8);
  function crc_table(polynomial : std_logic_vector(7 downto 0)) return table_t is
    variable t : table_t(0 to 15);
    variable c : std_logic_vector(7 downto 0);
  begin
    for i in t'range loop
      c := std_logic_vector(to_unsigned(i, 8));
      for b in 0 to 7 loop
        if c(7) = '1' then c := (c(6 downto 0) & '0') xor polynomial; else c := c(6 downto 0) & '0'; end if;
      end loop;
      t(i) := c;
    end loop;
    return t;
  end function;
  function log2(n : positive) return natural is
  begin
    if n <= 1 then return 0; end if;
    return 1 + log2((n + 1) / 2);
  end function;
  impure function parity(v : std_logic_vector) return std_logic is
    variable p : std_logic := '0';
  begin
    for i in v'range loop p := p xor v(i); end loop;
    return p;
  end function;
  procedure rotate(variable v : inout std_logic_vector; by : in natural := 1) is
  begin
    for i in 1 to by loop
      v := v(v'left - 1 downto v'right) & v(v'left);
    end loop;
  end procedure;
end package body;
