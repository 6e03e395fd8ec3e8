-- What random entities use.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
package fuzzed_pkg is
  type color_t is (red, green, blue, black, white);
  type array8_t is array (0 to 5) of unsigned(7 downto 0);
  type array5_t is array (3 downto 0) of unsigned(4 downto 0);
  type fields_t is record
    f : std_logic; u : unsigned(8 downto 0); s : signed(0 to 4); i : integer range -20 to 50; e : color_t;
  end record;
  constant NOTHING : fields_t := (f => '0', u => (others => '0'), s => "00001", i => 5, e => green);
  constant MASK : unsigned(11 downto 0) := x"A51";
  constant LEAST : signed(6 downto 0) := to_signed(-50, 7);
  constant STEP : integer := 13;
  function chosen(c : boolean; a, b : unsigned) return unsigned;
  function chosen(c : boolean; a, b : signed) return signed;
  function reversed(a : unsigned) return unsigned;
  function reversed(a : signed) return signed;
  function parity(a : std_logic_vector) return std_logic;
  function ones(a : std_logic_vector) return natural;
  function to_bit01(c : boolean) return std_logic;
  procedure swap(variable a, b : inout unsigned);
end package;
package body fuzzed_pkg is
  function chosen(c : boolean; a, b : unsigned) return unsigned is
  begin
    if c then return a; end if;
    return b;
  end function;
  function chosen(c : boolean; a, b : signed) return signed is
    variable r : signed(a'range);
  begin
    r := b;
    if c then r := a; end if;
    return r;
  end function;
  function reversed(a : unsigned) return unsigned is
    variable r : unsigned(a'reverse_range);
  begin
    for i in a'range loop r(i) := a(i); end loop;
    return r;
  end function;
  function reversed(a : signed) return signed is
    variable v : signed(a'length - 1 downto 0);
    variable r : signed(0 to a'length - 1);
  begin
    v := a;
    for i in v'range loop r(i) := v(i); end loop;
    return r;
  end function;
  function parity(a : std_logic_vector) return std_logic is
    variable r : std_logic := '0';
  begin
    for i in a'low to a'high loop r := r xor a(i); end loop;
    return r;
  end function;
  function ones(a : std_logic_vector) return natural is
    variable n : natural := 0;
  begin
    for i in a'range loop
      if a(i) = '1' then n := n + 1; end if;
    end loop;
    return n;
  end function;
  function to_bit01(c : boolean) return std_logic is
  begin
    if c then return '1'; else return '0'; end if;
  end function;
  procedure swap(variable a, b : inout unsigned) is
    variable t : unsigned(a'length - 1 downto 0);
  begin
    t := a; a := b; b := t;
  end procedure;
end package body;
